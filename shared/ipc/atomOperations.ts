import { z } from 'zod';
import type { BatchReading, AtomReading, RecallReading } from '../domain/atom.ts';
import type { Connection } from '../domain/connection.ts';
import { exportFormats } from '../domain/job.ts';
import type { AtomHistory, HistorySize, KeptValue } from '../domain/history.ts';
import {
  atomToStore,
  mostBatchAtoms,
  writeConfirmation,
  type BatchReceipt,
  type SizeKnowledge,
  type StoreReceipt,
  type PreviousSummary,
  type PreviousUsage,
  type PreviousValuesOfWrite,
} from '../domain/store.ts';
import { rowWindow, type RowsAnswer } from '../domain/catalogueQuery.ts';
import { draftToKeep, type Draft, type DraftListing } from '../domain/draft.ts';
import type { UploadedRow, WriteListing, WriteReceipt } from '../domain/writeReceipt.ts';
import { connectionId, requestId, atomKey, askedBy, keyText } from './fields.ts';
import type { SavedFile } from './appTypes.ts';
import { operation } from './operation.ts';

const store = z.strictObject({
  connectionId,
  requestId,
  /** The user lets pass what looks like a credential. Main checks by itself, and refuses where this is false. */
  allowSensitive: z.boolean(),
  /** Of a write to a production service. */
  confirmation: writeConfirmation.optional(),
});

/** Reading and storing atoms. */
export const atomOperations = {
  readAtom: operation<AtomReading>()(z.strictObject({ connectionId, requestId, key: atomKey })),
  readAtoms: operation<BatchReading>()(
    z.strictObject({
      connectionId,
      requestId,
      // A service may return an empty key: it is moved aside, and the others are still read.
      keys: z.array(keyText).min(1).max(1_000),
      askedBy,
    }),
  ),
  recall: operation<RecallReading>()(
    z.strictObject({
      connectionId,
      requestId,
      query: z.string().max(100_000),
      limit: z.number().int().min(1).max(10_000),
      askedBy,
    }),
  ),
  /** Reads the atom again, stores it if it still is as `precondition` says, and reads it back. Recorded in the list of writes. */
  storeAtom: operation<StoreReceipt>()(store.extend(atomToStore.shape)),
  /** The same for several atoms, as one atomic batch. */
  storeAtoms: operation<BatchReceipt>()(
    store.extend({
      /** What the batch is for, as the log of writes names it. */
      title: z.string().min(1).max(200),
      atoms: z
        .array(atomToStore)
        .min(1)
        .max(mostBatchAtoms)
        .readonly()
        .refine((atoms) => new Set(atoms.map(({ key }) => key)).size === atoms.length, 'a key appears twice'),
    }),
  ),
};

/** Saved versions of atoms. */
export const historyOperations = {
  listHistory: operation<AtomHistory>()(z.strictObject({ connectionId, key: atomKey })),
  readKeptValue: operation<KeptValue>()(
    z.strictObject({ connectionId, key: atomKey, id: z.string().min(1).max(100) }),
  ),
  historySize: operation<HistorySize>()(z.strictObject({ connectionId })),
  /** Turning the history off keeps the saved versions until they are cleared. */
  setHistoryKept: operation<Connection>()(z.strictObject({ connectionId, isKept: z.boolean() })),
  /** Without `key`: the history of all atoms of the connection. */
  clearHistory: operation<null>()(z.strictObject({ connectionId, key: atomKey.optional() })),
};

/** Edits that are not stored yet. */
export const draftOperations = {
  listDrafts: operation<DraftListing>()(z.strictObject({ connectionId })),
  /** Replaces an earlier draft with the same id. */
  keepDraft: operation<Draft>()(draftToKeep.extend({ connectionId })),
  removeDraft: operation<null>()(z.strictObject({ connectionId, id: z.string().min(1).max(100) })),
};

/** The list of writes. */
export const writeOperations = {
  /** `text`: in the title, ignoring case; `''` for all. */
  listWrites: operation<WriteListing>()(
    z.strictObject({ connectionId, text: z.string().max(10_000), window: rowWindow(1_000) }),
  ),
  /** Row index of a write; -1 if it is not among those with the text. */
  locateWrite: operation<number>()(
    z.strictObject({ connectionId, text: z.string().max(10_000), id: z.string().min(1).max(100) }),
  ),
  readWrite: operation<WriteReceipt>()(z.strictObject({ connectionId, id: z.string().min(1).max(100) })),
  /** Asks the user where to save. `ids`: null for all. */
  exportWrites: operation<SavedFile>()(
    z.strictObject({
      connectionId,
      ids: z.array(z.string().min(1).max(100)).min(1).max(100_000).nullable(),
      format: z.enum(exportFormats),
    }),
  ),
  /** Also deletes the values that atoms had before. */
  clearWrites: operation<null>()(z.strictObject({ connectionId })),
  /** Rows of an upload as they were read back, in the order of the file. The revision never changes. */
  listUploadedRows: operation<RowsAnswer<UploadedRow>>()(
    z.strictObject({ connectionId, id: z.string().min(1).max(100), window: rowWindow(1_000) }),
  ),
  /** How many atoms of a write have the value kept that they had before it. */
  countPrevious: operation<{ readonly atoms: number }>()(
    z.strictObject({ connectionId, id: z.string().min(1).max(100) }),
  ),
  readPrevious: operation<PreviousValuesOfWrite>()(
    z.strictObject({ connectionId, id: z.string().min(1).max(100) }),
  ),
  /** The same without the values, of which there may be many. */
  summarizePrevious: operation<PreviousSummary>()(
    z.strictObject({ connectionId, id: z.string().min(1).max(100) }),
  ),
  previousUsage: operation<PreviousUsage>()(z.strictObject({ connectionId })),
  clearPrevious: operation<null>()(z.strictObject({ connectionId })),
  sizeKnowledge: operation<SizeKnowledge>()(z.strictObject({ connectionId })),
};
