import { z } from 'zod';
import {
  comparisons,
  duplicateRules,
  readBacks,
  rowOutcomes,
  rowProblems,
  rowStatuses,
} from '../domain/upload.ts';
import { tableDelimiters, textEncodings, uploadFormats } from '../domain/uploadSource.ts';

// The words of uploads as they cross the IPC. A key or value may be as long as the longest that can be sent.
export const uploadId = z.string().min(1).max(100);
const text = z.string().max(100_000_000);
const columnName = z.string().max(10_000);

export const sourceChoice = z.strictObject({
  format: z.enum(uploadFormats),
  encoding: z.enum(textEncodings),
  delimiter: z.enum(tableDelimiters),
  hasHeader: z.boolean(),
});

export const rowMapping = z.strictObject({
  key: z.string().max(100_000),
  value: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('template'), template: z.string().max(1_000_000) }),
    z.strictObject({ kind: z.literal('object'), columns: z.array(columnName).min(1).max(10_000).readonly() }),
  ]),
  trimKeys: z.boolean(),
});

export const uploadRowNumber = z.number().int().min(0);

export const uploadRowFilter = z.strictObject({
  text: z.string().max(10_000).exactOptional(),
  status: z.enum(rowStatuses).exactOptional(),
  problem: z.enum(rowProblems).exactOptional(),
  comparison: z.enum(comparisons).exactOptional(),
  outcome: z.enum(rowOutcomes).exactOptional(),
  readBack: z.enum(readBacks).exactOptional(),
  edited: z.literal(true).exactOptional(),
});

export const uploadRowSelection = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rows'), rows: z.array(uploadRowNumber).min(1).max(100_000).readonly() }),
  z.strictObject({ kind: z.literal('filter'), filter: uploadRowFilter }),
]);

export const duplicateRule = z.enum(duplicateRules);

export const sendSettings = z.strictObject({
  batchAtoms: z.number().int().min(1).max(10_000),
  skipSame: z.boolean(),
  onRefusal: z.enum(['ask', 'drop']),
  verify: z.boolean(),
});

export const uploadAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('drop'), always: z.boolean() }),
  z.strictObject({ kind: z.literal('fix'), key: text, value: text }),
  z.strictObject({ kind: z.literal('search') }),
  z.strictObject({ kind: z.literal('leave') }),
  z.strictObject({ kind: z.literal('send-again') }),
  z.strictObject({ kind: z.literal('stop') }),
]);

export const rowText = text;
