import path from 'node:path';
import type { SizeKnowledge } from '#shared/domain/store.ts';
import type { JsonStore } from '../storage/jsonStore.ts';
import { createConnectionStores, type ConnectionStores } from '../storage/connectionStores.ts';
import { openReceiptStore, type ReceiptStore } from './receiptStore.ts';
import { openSizeFindings } from './sizeFindings.ts';

/**
 * What is saved of the stores over one connection. Stored separately, so that damage to one part does not
 * affect the other.
 */
export interface WriteMemory {
  readonly receipts: ReceiptStore;
  readonly sizes: JsonStore<SizeKnowledge>;
  readonly close: () => Promise<void>;
}

export type WriteMemories = ConnectionStores<WriteMemory>;

/** Stores in folders below `folder`, one for each connection. */
export function createWriteMemories(folder: string, effects: { readonly now: () => number }): WriteMemories {
  return createConnectionStores(folder, async (place) => {
    const sizes = await openSizeFindings(path.join(place, 'sizes.json'), effects.now);
    const receipts = await openReceiptStore(path.join(place, 'receipts'), effects.now);
    return {
      receipts,
      sizes,
      close: async () => {
        await Promise.all([receipts.close(), sizes.close()]);
      },
    };
  });
}
