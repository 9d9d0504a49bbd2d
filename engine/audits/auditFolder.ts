import path from 'node:path';
import { z } from 'zod';
import { findingsSchema, headerSchema } from '#shared/audit/auditFile.ts';
import { auditInputNames } from './auditInputNames.ts';
import type { FileFormat } from '../storage/fileFormat.ts';
import type { AuditFindingsSoFar } from './findingsSoFar.ts';

/** The files of one audit. */
export function auditFiles(folder: string) {
  const file = (name: string): string => path.join(folder, name);
  return {
    memo: file('audit.json'),
    /** One key a line, frozen when the audit starts. */
    keys: file('keys.jsonl'),
    /** A folder for sorting the keys. */
    sorting: file('sorting'),
    /** Of an expected list: what it says of each key, in the order of the keys. */
    expected: file('expected.jsonl'),
    /** Keys whose changes are expected. */
    changes: file('changes.jsonl'),
    /** What audits that this one replaced had found about keys. */
    earlier: file('earlier.jsonl'),
    /** The audit itself. */
    records: file('records.audit.jsonl'),
    /** What is known besides the records: roots, the self-test. */
    findings: file('findings.json'),
    /** Records of keys that were read again. */
    again: file('again.jsonl'),
    /** Replaces `records` when keys were read again. */
    merged: file('merged.audit.jsonl'),
  };
}

export type AuditFiles = ReturnType<typeof auditFiles>;

const count = z.int().min(0);

export const memoSchema = z.object({
  version: z.literal(1),
  name: z.string(),
  header: headerSchema,
  changes: z.enum(['none', 'own-writes', 'list']),
  options: z.object({
    pinsRoot: z.boolean(),
    rereadsMoved: z.boolean(),
    shard: z.object({ index: z.int().min(1), count: z.int().min(1) }).nullable(),
  }),
  /** Of a branch: what separates the segments of its keys. */
  delimiter: z.string(),
  scheduleId: z.string().nullable(),
  /** The address that it asks; null for a snapshot or the demo memory. */
  onlyAt: z.string().nullable(),
  endedAt: z.number().nullable(),
  verdict: z.enum(['green', 'keyOnly', 'amber', 'red']).nullable(),
  /** What it came to, for the list; null until it has ended. */
  result: z
    .object({
      records: count,
      failures: count,
      verified: count,
      reread: count,
      end: z.enum(['complete', 'canceled']),
      /** Whether the root was pinned; null if that was not asked for, or the app ended before. */
      pinned: z.boolean().nullable(),
    })
    .nullable(),
  /** Absent in an audit of an earlier version. */
  inputs: z
    .object(Object.fromEntries(auditInputNames.map((name) => [name, z.string()])) as InputShape)
    .optional(),
  /** Where its evidence was saved last. Absent: nowhere. */
  evidence: z
    .object({
      folder: z.string(),
      files: z.array(z.string()).readonly(),
      at: z.number(),
      fingerprint: z.string(),
    })
    .optional(),
  /** Whether it replaced audits that had found something. */
  hasEarlier: z.boolean().optional(),
});
type InputShape = Record<(typeof auditInputNames)[number], z.ZodString>;
/** What is known of an audit besides its records. */
export type AuditMemo = z.infer<typeof memoSchema>;

export const memoFormat: FileFormat<AuditMemo> = { version: 1, schema: memoSchema };

/** As `runAudit` writes it: a root has no count of records before the audit has ended. */
export const findingsFormat: FileFormat<AuditFindingsSoFar> = {
  version: 1,
  schema: z.object({
    roots: findingsSchema.shape.roots,
    selfTest: findingsSchema.shape.selfTest,
    unasked: count,
    reread: count,
    lost: z.enum(['missing', 'damaged']).nullable().default(null),
  }),
};
