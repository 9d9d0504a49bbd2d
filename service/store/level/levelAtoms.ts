import { peakPositions } from '../../tree/merkleTree.ts';
import { planAppend } from '../appending.ts';
import {
  present,
  type AtomStore,
  type NewAtom,
  type NewestVersion,
  type StoredVersion,
} from '../atomStore.ts';
import { nodesToProve, positionId, proveLeaves } from '../proving.ts';
import { createWriteQueue } from '../writeQueue.ts';
import { leafId, nodeId, treeStateKey, type Database } from './database.ts';

type Snapshot = ReturnType<Database['level']['snapshot']>;

/** The atoms of one process, in LevelDB. Several stores are written with one sync. */
export function createLevelAtoms(database: Database, clock: () => number): AtomStore {
  const { level, state, newest, leaves, nodes } = database;

  /** The tree is read again each time, so that nothing in memory can disagree with the disk after a failure. */
  async function write(
    requests: readonly (readonly NewAtom[])[],
  ): Promise<readonly (readonly StoredVersion[])[]> {
    const size = (await state.get(treeStateKey))?.size ?? 0;
    const positions = peakPositions(size);
    const keys = [...new Set(requests.flat().map(({ key }) => key))];
    const [peakHashes, earlier] = await Promise.all([
      nodes.getMany(positions.map(nodeId)),
      newest.getMany(keys),
    ]);
    const versions = new Map(keys.map((key, i) => [key, earlier[i]?.version ?? 0]));
    const peaks = positions.map((position, i) => ({ ...position, hash: present(peakHashes[i]) }));
    const plan = planAppend({ size, peaks }, versions, requests, clock());

    // One chained batch, because it writes in order: of two versions of a key the later one stays the newest.
    const batch = level.batch();
    for (const { leafIndex, ...record } of plan.leaves) {
      const { key, version } = record;
      batch.put(leafId(leafIndex), record, { sublevel: leaves });
      batch.put<string, NewestVersion>(key, { leafIndex, version }, { sublevel: newest });
    }
    for (const node of plan.nodes) batch.put(nodeId(node), node.hash, { sublevel: nodes });
    batch.put(treeStateKey, { format: 1, size: plan.after.size }, { sublevel: state });
    await batch.write({ sync: true });
    return plan.answers;
  }

  async function readAt(snapshot: Snapshot, keys: readonly string[]) {
    const asked = [...new Set(keys)];
    const [treeState, places] = await Promise.all([
      state.get(treeStateKey, { snapshot }),
      newest.getMany(asked, { snapshot }),
    ]);
    const size = treeState?.size ?? 0;
    const indexes = places.flatMap((place) => place?.leafIndex ?? []);
    const positions = nodesToProve(size, indexes);
    const [records, hashes] = await Promise.all([
      leaves.getMany(indexes.map(leafId), { snapshot }),
      nodes.getMany(positions.map(nodeId), { snapshot }),
    ]);
    const found = indexes.map((leafIndex, i) => ({ ...present(records[i]), leafIndex }));
    const stored = new Map(positions.map((position, i) => [positionId(position), hashes[i]]));
    return {
      atoms: proveLeaves(size, found, (position) => stored.get(positionId(position))),
      missing: asked.filter((_, i) => places[i] === undefined),
    };
  }

  const size = async (): Promise<number> => (await state.get(treeStateKey))?.size ?? 0;

  return {
    ...createWriteQueue(write),

    async read(keys) {
      const snapshot = level.snapshot();
      try {
        return await readAt(snapshot, keys);
      } finally {
        await snapshot.close();
      }
    },

    freeze() {
      const snapshot = level.snapshot();
      return { read: (keys) => readAt(snapshot, keys), close: () => snapshot.close() };
    },

    isShared: false,
    async keysSince(from) {
      const end = await size();
      const keys: string[] = [];
      for await (const { key, version } of leaves.values({ gte: leafId(from), lt: leafId(end) }))
        if (version === 1) keys.push(key);
      return { keys, size: end, isAll: true };
    },

    leafAt: (leafIndex) => leaves.get(leafId(leafIndex)),
    nodeAt: (position) => nodes.get(nodeId(position)),
    keys: () => newest.keys(),
    size,
  };
}
