import { leafId, nodeId, treeStateKey, type Database } from '../store/level/database.ts';
import type { StoreContents } from './storeContents.ts';

const atOnce = 1_000;

/** The contents of a folder. LevelDB lets only one process open it, so that nothing changes meanwhile. */
export function levelContents({ state, leaves, nodes, newest }: Database): StoreContents {
  return {
    tree: async () => ({ size: (await state.get(treeStateKey))?.size ?? 0, root: null }),
    async *leaves() {
      for await (const some of batches(leaves.iterator())) {
        yield some.map(([id, record]) => ({ index: Number.parseInt(id, 16), record }));
      }
    },
    leavesAt: (indexes) => leaves.getMany(indexes.map(leafId)),
    nodesAt: (positions) => nodes.getMany(positions.map(nodeId)),
    headsOf: (keys) => newest.getMany([...keys]),
    async *nodes() {
      for await (const some of batches(nodes.iterator({ values: false }))) {
        yield some.map(([id]) => ({
          level: Number.parseInt(id.slice(0, 2), 16),
          index: Number.parseInt(id.slice(2), 16),
        }));
      }
    },
    async *heads() {
      for await (const some of batches(newest.iterator())) {
        yield some.map(([key, { leafIndex, version }]) => ({ key, leafIndex, version }));
      }
    },
    close: () => Promise.resolve(),
  };
}

interface Entries<V> {
  nextv(size: number): Promise<[string, V][]>;
  close(): Promise<void>;
}

async function* batches<V>(entries: Entries<V>): AsyncGenerator<[string, V][]> {
  try {
    for (let some = await entries.nextv(atOnce); some.length > 0; some = await entries.nextv(atOnce))
      yield some;
  } finally {
    await entries.close();
  }
}
