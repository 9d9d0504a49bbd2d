import { z } from 'zod';
import { atomKey, requestId } from '../ipc/fields.ts';
import { reportFormats } from '../report/reportText.ts';
import { longestTimestampAddress } from './timestampAuthority.ts';

export const evidenceAbout = z.discriminatedUnion('kind', [
  /** One atom, as the response to this request said. */
  z.strictObject({ kind: z.literal('atom'), key: atomKey, requestId }),
  /** The hits of one recall. */
  z.strictObject({ kind: z.literal('run'), query: z.string().max(1_000_000), requestId }),
  /** A store in the log. */
  z.strictObject({ kind: z.literal('receipt'), id: z.string().min(1).max(100) }),
  /** What the root ledger has against this root. */
  z.strictObject({ kind: z.literal('contradiction'), rootHash: z.string().min(1).max(1_000) }),
]);
/** What evidence is about. The main process finds the responses: the window never sends what is to be signed. */
export type EvidenceAbout = z.infer<typeof evidenceAbout>;

export const evidenceFormats = ['bundle', ...reportFormats] as const;
/** `bundle`: signed, verifiable by others. The others are reports about it, for reading, without a signature. */
export type EvidenceFormat = (typeof evidenceFormats)[number];

export const evidenceChoice = z.strictObject({
  format: z.enum(evidenceFormats),
  values: z.boolean(),
  /** Only together with values, which the responses contain. */
  rawResponses: z.boolean(),
  /** The address of an authority that issues a timestamp (RFC 3161) for a bundle; null for none. */
  timestampFrom: z.string().max(longestTimestampAddress).nullable(),
  /** Whether the verification script is written beside a bundle. */
  withScript: z.boolean(),
});
/** What the user wants in the file. */
export type EvidenceChoice = z.infer<typeof evidenceChoice>;

/** What the file can contain, before the user decides. */
export interface EvidenceOutline {
  /** false: the response is no longer in memory. The atom is read again. */
  readonly isKept: boolean;
  /** Atoms of an upload that are read again, because no response with the value that was sent is in memory. */
  readonly toRead: number;
  readonly reads: number;
  /** Keys that were requested and not returned. */
  readonly missing: number;
  /** Of the values, in bytes of UTF-8. */
  readonly valueBytes: number;
  readonly responses: number;
  readonly responseBytes: number;
  /** Atoms of other keys in the responses as received. */
  readonly otherAtoms: number;
}

/** Where evidence was saved. */
export interface SavedEvidence {
  /** null if the user canceled. */
  readonly path: string | null;
  readonly replacedLink?: string;
  /** Of the installation key that signed it; null for a report. */
  readonly fingerprint: string | null;
}
