import type { CatalogueIndex } from '#shared/keyIndex/catalogueIndex.ts';
import type { KeyMemory } from '#shared/domain/keyMemory.ts';
import type { Database } from '../storage/database.ts';
import { databaseKey } from './memoryRecords.ts';

/*
 * Earlier versions of the app saved a reading that said what the one before it said in a short record: when the key was read, and
 * under which root. They are read, and go when the key is read again.
 */

/** After those of memories. */
const repeatRange = 'r';

export function repeatKey(key: string): string {
  return repeatRange + databaseKey(key);
}

/** Reads all of them into an index that has the entries. */
export async function loadRepeated(database: Database, index: CatalogueIndex): Promise<void> {
  const records = database.iterator({ gte: repeatRange, lt: `${repeatRange}~` });
  try {
    for (;;) {
      const some = await records.nextv(recordsAtOnce);
      if (some.length === 0) return;
      for (const [name, text] of some) {
        const record = parseRecord(name, text);
        if (record !== null && record.at > (index.readAt(record.key) ?? Infinity))
          index.repeat(record.key, record.at, { ...record.place, path: 'pass' });
      }
    }
  } finally {
    await records.close();
  }
}

const recordsAtOnce = 2_000;

/** null if it is damaged: then the key was last read before. */
function parseRecord(name: string, text: string) {
  try {
    const key: unknown = JSON.parse(name.slice(repeatRange.length));
    const [at, rootHash, treeSize] = JSON.parse(text) as readonly unknown[];
    if (typeof key !== 'string' || typeof at !== 'number' || typeof rootHash !== 'string') return null;
    if (typeof treeSize !== 'string' || !/^\d+$/.test(treeSize)) return null;
    return { key, at, place: { rootHash, treeSize } };
  } catch {
    return null;
  }
}

/** A memory after the readings that repeated it, which only the index has. */
export function withRepeated(memory: KeyMemory, index: CatalogueIndex, key: string): KeyMemory {
  const { last } = memory;
  if ((index.readAt(key) ?? 0) <= last.at || last.verdict !== 'green' || memory.conflict !== null)
    return memory;
  const { verdict, version, hash, placed, readAt: at } = index.get(key) ?? {};
  if (verdict !== 'green' || version !== last.version || hash !== last.leafHash) return memory;
  if (placed === null || placed === undefined || at === null || at === undefined) return memory;
  const { rootHash, treeSize } = placed;
  return {
    ...memory,
    last: { ...last, rootHash, treeSize, at },
    proven: { rootHash, treeSize, at },
  };
}
