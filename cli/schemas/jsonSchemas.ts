import { z } from 'zod';
import { footerSchema, headerSchema, rootLineSchema } from '#shared/audit/auditFile.ts';
import { recordLineSchema } from '#shared/audit/auditRecord.ts';
import { bundleSchema } from '#shared/evidence/parseBundle.ts';
import { evidenceStatement } from '#shared/evidence/statement.ts';
import { expectationsFileSchema } from '#shared/recall/expectationsFile.ts';
import { entrySchema } from '../../engine/roots/ledgerEntry.ts';
import { atomExport, keyExport, receiptExport } from './exportSchemas.ts';

const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** What follows the entries in an exported ledger. */
const ledgerEnd = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('checkpoint'), note: z.string() }),
  z.strictObject({
    kind: z.literal('consistency-proof'),
    from: count,
    to: count,
    proof: z.array(sha256).max(64),
  }),
  z.strictObject({
    kind: z.literal('head'),
    origin: z.string(),
    size: count,
    root: sha256,
    verifierKey: z.string(),
  }),
]);

/** The forms of files that other programs may read, by the name of the schema. */
const formats = {
  'evidence-bundle': { title: 'An evidence bundle of Atom Explorer', schema: bundleSchema },
  'evidence-statement': {
    title: 'The signed statement of an evidence bundle of Atom Explorer',
    schema: evidenceStatement,
  },
  'audit-line': {
    title: 'A line of the file of an audit of Atom Explorer',
    schema: z.union([headerSchema, rootLineSchema, recordLineSchema, footerSchema]),
  },
  'ledger-line': {
    title: 'A line of an exported root ledger of Atom Explorer',
    schema: z.union([entrySchema, ledgerEnd]),
  },
  'atom-export': { title: 'An export of atoms of Atom Explorer', schema: atomExport },
  'key-export': { title: 'An export of known keys of Atom Explorer', schema: keyExport },
  'receipt-export': {
    title: 'An export of receipts of writes and uploads of Atom Explorer',
    schema: receiptExport,
  },
  expectations: { title: 'A file of expectations of Atom Explorer', schema: expectationsFileSchema },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly schema: z.ZodType }>>;
export type FormatName = keyof typeof formats;
export const formatNames = Object.keys(formats) as readonly FormatName[];

/** A format as JSON Schema (draft 2020-12). */
export function jsonSchemaOf(name: FormatName): object {
  const { title, schema } = formats[name];
  const json: object = z.toJSONSchema(schema, { unrepresentable: 'any', reused: 'ref', io: 'input' });
  return { ...json, title };
}
