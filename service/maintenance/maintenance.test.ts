import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { createLevelAtoms } from '../store/level/levelAtoms.ts';
import { leafId, nodeId, openDatabase } from '../store/level/database.ts';
import { levelContents } from './levelContents.ts';
import { maintenanceContract, type DamageableStore } from './maintenanceContract.ts';

async function open(): Promise<DamageableStore> {
  const folder = await mkdtemp(join(tmpdir(), 'atom-maintenance-'));
  const database = await openDatabase(folder);
  const { leaves, nodes, newest, level } = database;
  return {
    store: createLevelAtoms(database, Date.now),
    contents: () => Promise.resolve(levelContents(database)),
    setLeaf: (index, record) =>
      record === null ? leaves.del(leafId(index)) : leaves.put(leafId(index), record),
    setNode: (position, hash) =>
      hash === null ? nodes.del(nodeId(position)) : nodes.put(nodeId(position), hash),
    setHead: (key, head) => (head === null ? newest.del(key) : newest.put(key, head)),
    async close() {
      await level.close();
      await rm(folder, { recursive: true });
    },
  };
}

describe('verifying and copying folders', () => {
  maintenanceContract(open);
});
