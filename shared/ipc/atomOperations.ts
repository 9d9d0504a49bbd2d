import { z } from 'zod';
import type { BatchReading, AtomReading, RecallReading } from '../domain/atom.ts';
import type { Connection } from '../domain/connection.ts';
import { exportFormats } from '../domain/job.ts';
import type { AtomHistory, HistorySize, KeptValue } from '../domain/history.ts';
import type { BatchReceipt, SizeKnowledge, StoreReceipt } from '../domain/store.ts';
import type { Draft, DraftListing } from '../domain/draft.ts';
import type { WriteListing, WriteReceipt } from '../domain/writeReceipt.ts';
import { rowWindow } from './catalogueInput.ts';
import { connectionId } from './connectionIdInput.ts';
import { requestId, atomKey, askedBy } from './fields.ts';
import type { SavedFile } from './appTypes.ts';
import { operation } from './operation.ts';
import { atomsToStore, atomToStore, draftToKeep } from './storeInput.ts';

/** Reading and storing atoms. */
export const atomOperations = {
  readAtom: operation<AtomReading>()(z.strictObject({ connectionId, requestId, key: atomKey })),
  readAtoms: operation<BatchReading>()(
    z.strictObject({
      connectionId,
      requestId,
      // A service may return an empty key: it is moved aside, and the others are still read.
      keys: z.array(z.string().max(1_000_000)).min(1).max(1_000),
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
  /** Reads the atom again, stores it if it still is as `precondition` says, and reads it back. Recorded in the write log. */
  storeAtom: operation<StoreReceipt>()(z.strictObject({ connectionId, requestId, ...atomToStore })),
  /** The same for several atoms, as one atomic batch. */
  storeAtoms: operation<BatchReceipt>()(z.strictObject({ connectionId, requestId, ...atomsToStore })),
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
  keepDraft: operation<Draft>()(z.strictObject({ connectionId, ...draftToKeep })),
  removeDraft: operation<null>()(z.strictObject({ connectionId, id: z.string().min(1).max(100) })),
};

/** The write log. */
export const writeOperations = {
  listWrites: operation<WriteListing>()(z.strictObject({ connectionId, window: rowWindow(1_000) })),
  readWrite: operation<WriteReceipt>()(z.strictObject({ connectionId, id: z.string().min(1).max(100) })),
  /** Asks the user where to save. `ids`: null for all. */
  exportWrites: operation<SavedFile>()(
    z.strictObject({
      connectionId,
      ids: z.array(z.string().min(1).max(100)).min(1).max(100_000).nullable(),
      format: z.enum(exportFormats),
    }),
  ),
  clearWrites: operation<null>()(z.strictObject({ connectionId })),
  sizeKnowledge: operation<SizeKnowledge>()(z.strictObject({ connectionId })),
};
