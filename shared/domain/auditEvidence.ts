import { z } from 'zod';
import { keyText } from '../ipc/fields.ts';
import { longestTimestampAddress } from './timestampAuthority.ts';

const mostChosenValues = 1_000;
export const longestAuditorField = 200;

export const auditValues = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['none', 'failures', 'all']) }),
  /** Keys, and beginnings of keys with `*` at the end. */
  z.strictObject({
    kind: z.literal('chosen'),
    keys: z.array(keyText.min(1)).max(mostChosenValues).readonly(),
  }),
]);
/** Whose values the evidence of an audit contains. Of the others, it has the SHA-256 and the length. */
export type AuditValues = z.infer<typeof auditValues>;

const auditorField = z.string().max(longestAuditorField);
export const auditor = z.strictObject({ name: auditorField, organization: auditorField });
/** Who prepared a report, in their own words. Either may be empty. */
export type Auditor = z.infer<typeof auditor>;

export const auditEvidenceChoice = z.strictObject({
  values: auditValues,
  /** The responses of failed keys, which contain the values of all their atoms. */
  rawResponses: z.boolean(),
  /** The address of an authority that issues a timestamp (RFC 3161); null for none. */
  timestampFrom: z.string().max(longestTimestampAddress).nullable(),
  /** The verification script with instructions. */
  withScript: z.boolean(),
  /** The report as a page. */
  withReport: z.boolean(),
  /** The report as a PDF. */
  withPdf: z.boolean(),
  /** All records of the audit. */
  withRecords: z.boolean(),
  auditor,
});
/** What is saved as the evidence of an audit. */
export type AuditEvidenceChoice = z.infer<typeof auditEvidenceChoice>;

/** What the evidence of an audit would contain, before the user decides. */
export interface AuditEvidenceOutline {
  readonly service: { readonly name: string; readonly address: string | null };
  /** Keys with a record. */
  readonly records: number;
  /** Failures of the audit. */
  readonly failures: number;
  /** Atoms in the bundle: those whose responses are still in memory. */
  readonly reads: number;
  readonly failedReads: number;
  /** Keys that were requested and not returned. */
  readonly missing: number;
  /** Atoms whose values are included, and the bytes of these values. */
  readonly values: number;
  readonly valueBytes: number;
  /** The first of them. */
  readonly valueKeys: readonly string[];
  /** Chosen keys and beginnings of which no atom is in the bundle; the first of them. */
  readonly unmatched: readonly string[];
  /** Responses of failed keys. */
  readonly responses: number;
  readonly responseBytes: number;
  /** Atoms in these responses whose values are not included otherwise. */
  readonly otherAtoms: number;
}

/** Where the evidence of an audit was saved. */
export interface SavedAuditEvidence {
  readonly folder: string;
  /** Names in this folder, the bundle first. */
  readonly files: readonly string[];
  /** Epoch milliseconds. */
  readonly at: number;
  /** Of the installation key that signed it. */
  readonly fingerprint: string;
}
