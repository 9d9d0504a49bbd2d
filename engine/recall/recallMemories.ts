import path from 'node:path';
import { createConnectionStores, type ConnectionStores } from '../storage/connectionStores.ts';
import { openExpectationStore, type ExpectationStore } from './expectationStore.ts';
import { openRecallRuns, type RecallRuns } from './recallRuns.ts';

/**
 * What is saved of one connection's recalls. Stored separately, so that damage to one part does not affect
 * the other.
 */
export interface RecallMemory {
  readonly runs: RecallRuns;
  readonly expectations: ExpectationStore;
  readonly close: () => Promise<void>;
}

export type RecallMemories = ConnectionStores<RecallMemory>;

/** Stores in folders below `folder`, one for each connection. */
export function createRecallMemories(
  folder: string,
  effects: { readonly now: () => number; readonly newId: () => string },
): RecallMemories {
  return createConnectionStores(folder, (place) => openMemory(place, effects));
}

async function openMemory(
  folder: string,
  effects: { readonly now: () => number; readonly newId: () => string },
): Promise<RecallMemory> {
  const runs = await openRecallRuns(path.join(folder, 'runs'), effects.now);
  try {
    const expectations = await openExpectationStore(path.join(folder, 'expectations.json'), effects);
    return {
      runs,
      expectations,
      close: async () => {
        await Promise.all([runs.close(), expectations.close()]);
      },
    };
  } catch (error) {
    await runs.close();
    throw error;
  }
}
