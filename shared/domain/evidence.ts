import { reportFormats } from '../report/reportText.ts';

/** What evidence is about. The main process finds the responses: the window never sends what is to be signed. */
export type EvidenceAbout =
  /** One atom, as the response to this request said. */
  | { readonly kind: 'atom'; readonly key: string; readonly requestId: string }
  /** The hits of one recall. */
  | { readonly kind: 'run'; readonly query: string; readonly requestId: string }
  /** A store in the log. */
  | { readonly kind: 'receipt'; readonly id: string }
  /** What the root ledger has against this root. */
  | { readonly kind: 'contradiction'; readonly rootHash: string };

export const evidenceFormats = ['bundle', ...reportFormats] as const;
/** `bundle`: signed, verifiable by others. The others are reports about it, for reading, without a signature. */
export type EvidenceFormat = (typeof evidenceFormats)[number];

/** What the user wants in the file. */
export interface EvidenceChoice {
  readonly format: EvidenceFormat;
  readonly values: boolean;
  /** Only together with values, which the responses contain. */
  readonly rawResponses: boolean;
  /** The address of an authority that issues a timestamp (RFC 3161) for a bundle; null for none. */
  readonly timestampFrom: string | null;
  /** Whether the verification script is written beside a bundle. */
  readonly withScript: boolean;
}

/** What the file can contain, before the user decides. */
export interface EvidenceOutline {
  /** false: the response is no longer in memory. The atom is read again. */
  readonly isKept: boolean;
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
