import { z } from 'zod';
import { keySources } from '#shared/domain/catalogue.ts';
import type { Json } from '#shared/domain/json.ts';
import { checkNames } from '#shared/merkle/verdict.ts';
import { schemeOrigins } from '#shared/merkle/scheme.ts';
import { exportedVerdict } from '#shared/text/exportWords.ts';
import type { exportedAtom, exportedScheme } from '#shared/text/exportedAtom.ts';
import { receiptFields } from '../../engine/writing/receiptRecord.ts';

/* What the app writes and does not read back, so that nothing else parses it. The tests validate real exports. */

const count = z.int().min(0);
const text = z.string().nullable();
const time = z.iso.datetime();
const verdict = z.enum(Object.values(exportedVerdict));
/** Decimal text: it may exceed what a number of JSON holds exactly. */
const decimal = z
  .string()
  .regex(/^[0-9]+$/)
  .nullable();

const check = z.strictObject({
  status: z.enum(['pass', 'fail', 'undecided']),
  code: z.string(),
  warnings: z.array(z.string()),
  why: z.string(),
});

const readAtom = z.strictObject({
  key: z.string(),
  value: z.string(),
  version: z.number().nullable(),
  hash: text,
  verdict,
  checks: z.strictObject(
    Object.fromEntries(checkNames.map((name) => [name, check])) as Record<
      (typeof checkNames)[number],
      typeof check
    >,
  ),
  binds: z.array(z.enum(['key', 'value', 'version'])),
  rootHash: text,
  treeSize: decimal,
  leafIndex: decimal,
  outcome: z.literal('read'),
  readAt: time,
  /** As received. */
  proof: z.json(),
}) satisfies z.ZodType<Omit<ReturnType<typeof exportedAtom>, 'proof'> & { readonly proof: Json }>;

const scheme = z
  .strictObject({
    origin: z.enum(schemeOrigins),
    samples: count,
    path: z.array(z.string()),
    leaf: z.array(z.string()),
  })
  .nullable() satisfies z.ZodType<ReturnType<typeof exportedScheme>>;

const version = z.literal(1);

export const atomExport = z.strictObject({
  format: z.literal('atom-explorer-atoms'),
  version,
  exportedAt: time,
  atoms: z.array(
    z.discriminatedUnion('outcome', [
      readAtom,
      z.strictObject({ outcome: z.enum(['missing', 'refused']), key: z.string() }),
    ]),
  ),
  connection: z.string(),
  service: z.string(),
  scheme,
});

export const keyExport = z.strictObject({
  format: z.literal('atom-explorer-keys'),
  version,
  exportedAt: time,
  atoms: z.array(
    z.strictObject({
      key: z.string(),
      version: z.number().nullable(),
      hash: text,
      leafIndex: decimal,
      rootHash: text,
      treeSize: decimal,
      verdict: verdict.nullable(),
      gone: z.boolean(),
      readAt: time.nullable(),
      source: z.enum(keySources),
      firstSeenAt: time,
      bookmarked: z.boolean(),
      tags: z.array(z.string()),
      note: z.string(),
      service: z.string(),
    }),
  ),
});

const { connectionId: _, atoms, ...receipt } = receiptFields;
/** `row`: of an upload, in the order of its file. */
const writtenAtom = atoms.element.extend({ row: z.int().min(0).exactOptional() });

export const receiptExport = z.strictObject({
  format: z.literal('atom-explorer-receipts'),
  version,
  exportedAt: time,
  service: z.string(),
  receipts: z.array(z.object({ ...receipt, startedAt: time, endedAt: time, atoms: z.array(writtenAtom) })),
});
