import type { RowWindow } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import type { UploadedRow, WriteListing, WriteReceipt } from '#shared/domain/writeReceipt.ts';
import type { ReceiptStore } from './receiptStore.ts';
import type { WriteMemories } from './writeMemories.ts';

/** For each connection, the receipts of what was sent. */
export interface Receipts {
  /**
   * Saves what is known before a store is sent, without announcing it: `add` or `drop` follows, unless the
   * app ends. Whether it could be saved.
   */
  readonly begin: (receipt: WriteReceipt) => Promise<boolean>;
  /** Removes what `begin` saved: nothing was sent. */
  readonly drop: (id: ConnectionId, receiptId: string) => Promise<void>;
  /**
   * Saves a receipt, replacing one with the same id. Never fails, because a full disk must not turn a
   * successful store into a failure; then it is logged, and the list of writes lacks the receipt. Whether it was saved. `erases`:
   * nothing of the previous one stays in the files. `keys`: of an upload, which are saved with it.
   */
  readonly add: (
    receipt: WriteReceipt,
    how?: { readonly erases?: boolean; readonly keys?: AsyncIterable<readonly string[]> },
  ) => Promise<boolean>;
  /** Rows of an upload as they were read back; each replaces an earlier one. Never fails. Whether they were saved. */
  readonly addRows: (id: ConnectionId, uploadId: string, rows: readonly UploadedRow[]) => Promise<boolean>;
  readonly countRows: (id: ConnectionId, uploadId: string) => Promise<number>;
  readonly rows: (id: ConnectionId, uploadId: string, window: RowWindow) => Promise<readonly UploadedRow[]>;
  /** Newest first. @param text in the title, ignoring case; `''` for all */
  readonly list: (id: ConnectionId, window: RowWindow, text?: string) => Promise<WriteListing>;
  /** Where `list` has a receipt; -1 if it does not. */
  readonly locate: (id: ConnectionId, receiptId: string, text: string) => Promise<number>;
  readonly read: (id: ConnectionId, receiptId: string) => Promise<Result<WriteReceipt>>;
  /** Newest first; one at a time is in memory. Unknown ids are skipped. `ids`: null for all. */
  readonly each: (id: ConnectionId, ids: readonly string[] | null) => AsyncIterable<WriteReceipt>;
  /**
   * Keys of everything that was stored, or may have been, at or after a time (epoch milliseconds); some at a time are in memory.
   * Of an upload, the keys of all its runs if one of them ended by then.
   */
  readonly keysSince: (id: ConnectionId, since: number) => AsyncIterable<readonly string[]>;
  readonly clear: (id: ConnectionId) => Promise<void>;
}

export function createReceipts(effects: {
  readonly memories: Pick<WriteMemories, 'of'>;
  /** Whether the connection exists: work that ends after its removal must not create its folder again. */
  readonly isKnown: (id: ConnectionId) => boolean;
  readonly changed: (id: ConnectionId) => void;
  readonly log: (message: string, error: unknown) => void;
}): Receipts {
  const storeOf = async (id: ConnectionId) => (await effects.memories.of(id)).receipts;
  /** Whether it succeeded. */
  const change = async (id: ConnectionId, work: (store: ReceiptStore) => Promise<void>): Promise<boolean> => {
    if (!effects.isKnown(id)) return false;
    try {
      await work(await storeOf(id));
      return true;
    } catch (error) {
      effects.log('Could not save the receipt of a store.', error);
      return false;
    }
  };
  return {
    begin: (receipt) => change(receipt.connectionId, (store) => store.put(receipt)),
    drop: async (id, receiptId) => {
      await change(id, (store) => store.remove(receiptId));
    },
    add: async (receipt, { erases, keys } = {}) => {
      const isKept = await change(receipt.connectionId, async (store) => {
        await store.put(receipt, keys);
        if (erases === true) await store.erase(receipt.id);
      });
      if (isKept) effects.changed(receipt.connectionId);
      return isKept;
    },
    addRows: (id, uploadId, rows) => change(id, (store) => store.putRows(uploadId, rows)),
    countRows: async (id, uploadId) => (await storeOf(id)).countRows(uploadId),
    rows: async (id, uploadId, window) => (await storeOf(id)).rows(uploadId, window),
    list: async (id, window, text = '') => (await storeOf(id)).list(window, text),
    locate: async (id, receiptId, text) => (await storeOf(id)).locate(receiptId, text),
    read: async (id, receiptId) => {
      const receipt = await (await storeOf(id)).read(receiptId);
      return receipt === null ? refuseInput('id', 'This receipt no longer exists.') : succeed(receipt);
    },
    each: async function* (id, ids) {
      yield* (await storeOf(id)).each(ids === null ? null : new Set(ids));
    },
    keysSince: async function* (id, since) {
      const store = await storeOf(id);
      for await (const receipt of store.each(null)) {
        // Not when it began: the request may have arrived after that time.
        if (receipt.endedAt < since) continue;
        if (receipt.atoms.length > 0) yield receipt.atoms.map(({ key }) => key);
        if (receipt.kind === 'upload') yield* store.keysOf(receipt.id);
      }
    },
    clear: async (id) => {
      await (await storeOf(id)).clear();
      effects.changed(id);
    },
  };
}
