import { parseAs } from '../storage/fileFormat.ts';
import { z } from 'zod';
import type { Json } from '#shared/domain/json.ts';
import { statusesBefore } from '#shared/domain/store.ts';
import {
  comparisons,
  rowMarks,
  rowOutcomes,
  rowStatuses,
  type RowProblem,
  rowProblems,
} from '#shared/domain/upload.ts';
import type { UploadedRow, WriteReceipt, WriteSummary } from '#shared/domain/writeReceipt.ts';
import { verdictStatuses } from '#shared/merkle/verdict.ts';
import { connectionId } from '#shared/ipc/fields.ts';
import { storedVerdictCounts } from '../storage/verdictCounts.ts';

const count = z.int().min(0);
const verdict = z.enum(verdictStatuses);
const nullableText = z.string().nullable();
const nullableNumber = z.number().nullable();

/** Older receipts, from before this problem was checked, do not count it. */
const storedProblems = z
  .partialRecord(z.enum(rowProblems as readonly [RowProblem, ...RowProblem[]]), count)
  .transform(
    (found) =>
      Object.fromEntries(rowProblems.map((problem) => [problem, found[problem] ?? 0])) as Record<
        RowProblem,
        number
      >,
  );

const summaryFields = {
  id: z.string().min(1),
  connectionId,
  startedAt: z.number(),
  endedAt: z.number(),
  kind: z.enum(['store', 'batch', 'upload']),
  outcome: z.enum(['stored', 'partly', 'unknown', 'nothing']),
  title: z.string(),
  atomCount: count,
  rootBefore: nullableText,
  rootAfter: nullableText,
  readBack: storedVerdictCounts.extend({ other: count, unread: count }).nullable(),
  otherWrites: z.object({ before: z.boolean(), after: z.boolean() }),
  errorCode: nullableText,
};

const atom = z.object({
  key: z.string(),
  bytes: count,
  sha256: nullableText,
  before: z.enum(statusesBefore),
  versionBefore: nullableNumber,
  version: nullableNumber,
  hash: nullableText,
  createdAt: nullableNumber,
  missing: z.boolean(),
  readBack: z
    .object({
      version: nullableNumber,
      holdsValue: z.boolean(),
      verdict,
      // Any value: the text was parsed as JSON.
      proof: z.custom<Json>((proof) => proof !== undefined),
    })
    .nullable(),
});

function namedCounts<Name extends string>(names: readonly Name[]): Readonly<Record<Name, typeof count>> {
  return Object.fromEntries(names.map((name) => [name, count])) as Record<Name, typeof count>;
}

const uploadCounts = z.object({
  rows: count,
  readyBytes: count,
  statuses: z.record(z.enum(rowStatuses), count),
  problems: storedProblems,
  comparisons: z.record(z.enum(comparisons), count),
  // Older receipts count no held rows, and no marks.
  outcomes: z.object({ ...namedCounts(rowOutcomes), held: count.default(0) }),
  marks: z.object(namedCounts(rowMarks)).default({ 'other-write': 0, 'stored-twice': 0 }),
  readBacks: storedVerdictCounts.extend({ 'not-read': count, other: count, missing: count, refused: count }),
  edited: count,
  largestValue: count,
});

const uploadRun = z.object({
  startedAt: z.number(),
  endedAt: z.number(),
  rootBefore: nullableText,
  rootAfter: nullableText,
  isStopped: z.boolean(),
  stored: count,
  refused: count,
  unknown: count,
});

const uploadedSource = z.object({
  bytes: count,
  sha256: nullableText,
  key: z.string(),
  valueColumns: z.array(z.string()),
});

const previousKept = z.object({
  atoms: count,
  notKept: z.array(z.object({ why: z.string(), atoms: count })),
});

const summaryRecord = z.object({ format: z.literal(1), summary: z.object(summaryFields) });
export const receiptFields = {
  ...summaryFields,
  atoms: z.array(atom),
  counts: uploadCounts.nullable(),
  runs: z.array(uploadRun),
  source: uploadedSource.nullable().default(null),
  previous: previousKept.nullable().default(null),
  sentTo: nullableText.default(null),
};
const uploadedRowRecord = z.object({ format: z.literal(1), row: atom.extend({ row: count }) });
const receiptRecord = z.object({ format: z.literal(1), receipt: z.object(receiptFields) });

export function summaryText(receipt: WriteReceipt): string {
  const {
    atoms: _atoms,
    counts: _counts,
    runs: _runs,
    source: _source,
    previous: _previous,
    sentTo: _sentTo,
    ...summary
  } = receipt;
  return JSON.stringify({ format: 1, summary });
}

export function receiptText(receipt: WriteReceipt): string {
  return JSON.stringify({ format: 1, receipt });
}

/** null if it is not such a record. */
export function parseSummary(text: string): WriteSummary | null {
  return parseAs(summaryRecord, text)?.summary ?? null;
}

/** null if it is not such a record. */
export function parseReceipt(text: string): WriteReceipt | null {
  return parseAs(receiptRecord, text)?.receipt ?? null;
}

export function uploadedRowText(row: UploadedRow): string {
  return JSON.stringify({ format: 1, row });
}

/** null if it is not such a record. */
export function parseUploadedRow(text: string): UploadedRow | null {
  return parseAs(uploadedRowRecord, text)?.row ?? null;
}
