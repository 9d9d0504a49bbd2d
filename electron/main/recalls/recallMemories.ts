import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { openExpectationStore, type ExpectationStore } from './expectationStore.ts';
import { openRecallRuns, type RecallRuns } from './recallRuns.ts';

/** What is kept of one connection's recalls. Apart on the disk, so that damage to one spares the other. */
export interface RecallMemory {
  readonly runs: RecallRuns;
  readonly expectations: ExpectationStore;
}

export interface RecallMemories {
  /** Opened at first use and kept open. */
  readonly of: (id: ConnectionId) => Promise<RecallMemory>;
  /** Deletes everything that is kept of a connection's recalls. */
  readonly forget: (id: ConnectionId) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Memories in folders below `folder`, one for each connection. */
export function createRecallMemories(
  folder: string,
  effects: { readonly now: () => number; readonly newId: () => string },
): RecallMemories {
  const opened = new Map<ConnectionId, Promise<RecallMemory>>();
  const close = async (id: ConnectionId): Promise<void> => {
    const opening = opened.get(id);
    opened.delete(id);
    if (opening === undefined) return;
    const { runs, expectations } = await opening;
    await Promise.all([runs.close(), expectations.close()]);
  };
  return {
    of: (id) => {
      const known = opened.get(id);
      if (known !== undefined) return known;
      const opening = openMemory(path.join(folder, id), effects);
      opened.set(id, opening);
      // A failure to open is not remembered: what was in the way may be gone at the next try.
      opening.catch(() => opened.delete(id));
      return opening;
    },
    forget: async (id) => {
      await close(id);
      await rm(path.join(folder, id), { recursive: true, force: true });
    },
    close: async () => {
      await Promise.all([...opened.keys()].map(close));
    },
  };
}

async function openMemory(
  folder: string,
  effects: { readonly now: () => number; readonly newId: () => string },
): Promise<RecallMemory> {
  const runs = await openRecallRuns(path.join(folder, 'runs'), effects.now);
  try {
    return {
      runs,
      expectations: await openExpectationStore(path.join(folder, 'expectations.json'), effects),
    };
  } catch (error) {
    await runs.close();
    throw error;
  }
}
