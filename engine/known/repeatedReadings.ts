import type { CatalogueIndex } from '#shared/keyIndex/catalogueIndex.ts';
import type { HowRead } from '#shared/keyIndex/entryColumns.ts';
import type { KeyMemory } from '#shared/domain/keyMemory.ts';
import type { Database } from '../storage/database.ts';
import { databaseKey, memoryKey } from './memoryRecords.ts';

/*
 * A reading that says what the one before it said, and is as well proven, changes two things: when the key was last read, and under
 * which root. These are saved in a short record, which takes the place of the entry's and of the memory's. So an audit of an
 * unchanged memory writes a tenth of what it would write otherwise. Earlier versions of the app do not read these records: to them,
 * the keys were last read before.
 */

/** Several keys that were read again. */
export interface RepeatedReadings {
  readonly keys: readonly string[];
  /** Epoch milliseconds. */
  readonly at: number;
  readonly rootHash: string;
  readonly treeSize: string;
}

/** What an atom says, besides its key. Hashes in lowercase hex. */
export interface Content {
  readonly version: number;
  readonly valueHash: string;
  readonly leafHash: string;
}

/** The place and the hash of a leaf, as a proof gives them. */
export interface LeafReading {
  readonly version: number;
  readonly leafHash: Uint8Array;
  readonly leafIndex: number;
}

/** For comparing many atoms with what is remembered of their keys. */
export interface RememberedContents {
  readonly howRead: (key: string, reading: LeafReading) => HowRead;
  /** Of each key, what `isContent` compares; undefined without a memory. */
  readonly texts: (keys: readonly string[]) => Promise<readonly (string | undefined)[]>;
  readonly isContent: (text: string | undefined, content: Content) => boolean;
}

/** After those of memories, where earlier versions of the app look for nothing. */
const repeatRange = 'r';

export function rememberedContents(database: Database, index: CatalogueIndex): RememberedContents {
  return {
    howRead: index.howRead,
    texts: (keys) => database.getMany(keys.map(memoryKey)),
    isContent,
  };
}

/** Whether the record of a memory has this content, proven and without a contradiction. As text: parsing takes ten times as long. */
export function isContent(text: string | undefined, { version, valueHash, leafHash }: Content): boolean {
  return (
    text?.startsWith(
      `{"last":{"version":${String(version)},"valueHash":"${valueHash}","leafHash":"${leafHash}",`,
    ) === true &&
    text.includes('"verdict":"green"},"firstAt":') &&
    text.endsWith('},"conflict":null}')
  );
}

/** Saves them, and updates the index. A key that was forgotten since it was read leaves nothing behind. */
export async function saveRepeated(
  database: Database,
  index: CatalogueIndex,
  { keys: readKeys, at, rootHash, treeSize }: RepeatedReadings,
): Promise<void> {
  const keys = readKeys.filter(index.has);
  const text = JSON.stringify([at, rootHash, treeSize]);
  const batch = database.batch();
  for (const key of keys) batch.put(repeatKey(key), text);
  await batch.write({ sync: true });
  for (const key of keys) index.repeat(key, at, { rootHash, treeSize, path: 'pass' });
}

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
