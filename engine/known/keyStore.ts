import { z } from 'zod';
import {
  keySources,
  maxTags,
  type AnnotationChange,
  type CatalogueEntry,
  type LeafMap,
} from '#shared/domain/catalogue.ts';
import type { KeyChange, KeyChangeList } from '#shared/domain/keyChange.ts';
import type { KeySelection } from '#shared/domain/catalogueQuery.ts';
import type { KeyMemory, Settlement } from '#shared/domain/keyMemory.ts';
import {
  createCatalogueIndex,
  type CatalogueCounts,
  type CatalogueIndex,
} from '#shared/keyIndex/catalogueIndex.ts';
import type { LeafSpan } from '#shared/merkle/emptySubtrees.ts';
import { indexFileOf, markSchema, type SavedIndex } from './indexFile.ts';
import { DamagedRecords, openDatabase, type Database } from '../storage/database.ts';
import { createInTurn } from '#shared/async/inTurn.ts';
import { verdictStatuses } from '#shared/merkle/verdict.ts';
import { settledMemory } from '#shared/memory/compareWithMemory.ts';
import { annotated, leafMark, memoryOfEntry, rememberNews, withNews, type KeyNews } from './keyNews.ts';
import {
  changesKey,
  noChanges,
  openChangeRecords,
  unreadableChanges,
  type ChangeRecords,
} from './changeRecords.ts';
import { changeOf, withChange } from './keyChange.ts';
import type { HeldKeys, OpenedKeys } from './keyCalls.ts';
import { movesIn, twoLeaves, withMark, type Mark } from './leafMarks.ts';
import { databaseKey, memoryRange, openMemoryRecords } from './memoryRecords.ts';
import { loadRepeated, repeatKey, withRepeated } from './repeatedReadings.ts';

const recordSchema = z.object({
  key: z.string(),
  version: z.number().nullable(),
  hash: z.string().nullable(),
  leafIndex: z.string().regex(/^\d+$/).nullable(),
  verdict: z.enum(verdictStatuses).nullable(),
  source: z.enum(keySources),
  firstSeenAt: z.number(),
  readAt: z.number().nullable(),
  gone: z.boolean(),
  // Earlier versions of the app did not write the following fields.
  changedAt: z.number().nullable().default(null),
  conflicting: z.boolean().default(false),
  placed: z
    .object({
      rootHash: z.string(),
      treeSize: z.string().regex(/^\d+$/),
      path: z.enum(['pass', 'fail', 'undecided']),
    })
    .nullable()
    .default(null),
  bookmarked: z.boolean().default(false),
  note: z.string().default(''),
  tags: z.array(z.string()).default([]),
  /** Each key once, with its origin. */
  marks: z.array(markSchema).optional(),
});

type KeyRecord = z.infer<typeof recordSchema>;

/** Number of memories to keep in the cache; slightly more than the atoms of one response. */
const mostRecent = 2_000;

/** With fewer keys, the records are read as fast as a file of the index. */
const fewestToSave = 20_000;

/** Number of entries to load between two pauses while a store is opened. */
const entriesAtOnce = 2_000;

/**
 * The known keys of one connection, on disk and in an index. Runs in the worker thread. Values are kept in
 * memory only. Every change is written and synced before the call returns; changes are applied one at a time.
 */
export interface KeyStore extends OpenedKeys {
  readonly index: CatalogueIndex;
  /** Resolves to whether anything changed. */
  readonly learn: (news: readonly KeyNews[]) => Promise<boolean>;
  /** The memories of the keys that have one. */
  readonly remembered: (keys: readonly string[]) => Promise<ReadonlyMap<string, KeyMemory>>;
  /** Settles the contradictions of these keys. Returns how many keys had one. */
  readonly settle: (selection: KeySelection, settlement: Settlement) => Promise<number>;
  /** Returns how many keys were changed. Refused without any change if a key would get too many tags. */
  readonly annotate: (keys: readonly string[], change: AnnotationChange) => Promise<number | 'too-many-tags'>;
  /** Returns how many keys were removed. */
  readonly forget: (selection: KeySelection) => Promise<number>;
  /** The selected keys, in the order of the query. Listed keys are used as they are. */
  readonly select: (selection: KeySelection) => readonly string[];
  /** `empty`: leaves that proofs showed to be empty, sorted and not overlapping. */
  readonly counts: (treeSize: bigint | null, empty: readonly LeafSpan[]) => CatalogueCounts;
  readonly leafMap: (treeSize: bigint | null, cells: number, empty: readonly LeafSpan[]) => LeafMap;
  /** What was recorded of the changes of some keys. */
  readonly changes: (keys: readonly string[]) => Promise<readonly KeyChangeList[]>;
  /** When recording them began; epoch milliseconds. */
  readonly changesSince: number;
  readonly held: () => HeldKeys;
  readonly noteRecord: (generation: number) => Promise<null>;
  readonly close: () => Promise<void>;
}

export async function openKeyStore(
  folder: string,
  options: {
    readonly now: () => number;
    readonly firstRevision: number;
    /** How many keys make it worth saving the index. */
    readonly fewestToSave?: number;
    /** Whether values are kept in memory, for searching them. Absent: no. */
    readonly keepsValues?: () => boolean;
  },
): Promise<KeyStore> {
  const indexFile = indexFileOf(folder);
  const saved = await indexFile.read();
  let isFileRight = saved !== null;
  const { database, loaded, recoveredFrom } = await openDatabase({
    folder,
    load: (opened, isNew) => {
      if (isNew) isFileRight = false;
      return isNew || saved === null
        ? loadRecords(opened, options.firstRevision)
        : Promise.resolve(restored(saved, options.firstRevision));
    },
    now: options.now,
  });
  let isFileGone = false;
  let writes = await readCount(database, writesKey);
  const changes: ChangeRecords = await openChangeRecords(database, options.now());
  const recordNoted = await readCount(database, recordKey);
  let noted = recordNoted;
  /** Before anything is changed. */
  const outdateFile = async (): Promise<void> => {
    isFileRight = false;
    // Without waiting for the disk: whatever is written next is on it only after this.
    writes += 1;
    await database.put(writesKey, String(writes));
    if (!isFileGone) await indexFile.remove();
    isFileGone = true;
  };
  const { index, marks } = loaded;
  const openedWith: HeldKeys = { writes, count: index.size() };
  /** One at a time, because each change builds on the one before it. */
  const inTurn = createInTurn();
  const memories = openMemoryRecords(database);
  const write = async (
    entries: readonly CatalogueEntry[],
    changedMemories: ReadonlyMap<string, KeyMemory> = new Map(),
    changeLists: ReadonlyMap<string, KeyChangeList> = new Map(),
  ): Promise<void> => {
    await outdateFile();
    // Not as one array: the database would copy each of its items several times.
    const batch = database.batch();
    for (const entry of entries) {
      batch.put(databaseKey(entry.key), recordText(entry, newMarks.get(entry.key) ?? marks.get(entry.key)));
      // It says nothing about this entry, not even if the clock was set back and it seems to be later.
      if (index.readAt(entry.key) !== null) batch.del(repeatKey(entry.key));
    }
    for (const [key, text] of memories.texts(changedMemories)) batch.put(key, text);
    for (const [key, list] of changeLists) batch.put(changesKey(key), JSON.stringify(list));
    await batch.write({ sync: true });
    for (const [key, of] of newMarks) marks.set(key, of);
    newMarks.clear();
    for (const [key, memory] of changedMemories) if (recent.has(key)) recent.set(key, memory);
    for (const entry of entries) index.put(entry);
  };
  /** Part of the current change; known only after it is written. */
  const newMarks = new Map<string, readonly Mark[]>();

  /** The keys requested last, because they are about to be compared and updated. */
  const recent = new Map<string, KeyMemory>();
  /** Those with readings that repeated them, which their records do not have. */
  const repeated = new WeakSet<KeyMemory>();
  const remembered = async (keys: readonly string[]): Promise<Map<string, KeyMemory>> => {
    const found = new Map<string, KeyMemory>();
    const unread: string[] = [];
    for (const key of keys) {
      const memory = recent.get(key);
      if (memory === undefined) {
        // A key that is not known has no record.
        if (index.has(key)) unread.push(key);
      } else found.set(key, memory);
    }
    const read = await memories.read(unread);
    if (recent.size + unread.length > mostRecent) recent.clear();
    for (const key of unread) {
      const onDisk = read.get(key) ?? memoryWithout(key);
      if (onDisk === null) continue;
      const memory = withRepeated(onDisk, index, key);
      if (memory !== onDisk) repeated.add(memory);
      found.set(key, memory);
      recent.set(key, memory);
    }
    return found;
  };

  /** For a key whose memory is not on disk. */
  const memoryWithout = (key: string): KeyMemory | null => {
    const entry = index.get(key);
    return entry === null ? null : memoryOfEntry(entry);
  };

  const select: KeyStore['select'] = (selection) => {
    if (selection.kind === 'keys') return selection.keys;
    const except = new Set(selection.except);
    const { rows } = index.keys(selection.query, { from: 0, to: index.size() });
    return except.size === 0 ? rows : rows.filter((key) => !except.has(key));
  };

  /** An entry that has changed has a record, unless that was lost. */
  const unrecorded = (key: string): KeyChangeList =>
    (index.get(key)?.changedAt ?? null) === null ? noChanges : unreadableChanges;

  const learn = async (news: readonly KeyNews[]): Promise<boolean> => {
    newMarks.clear();
    const changed = new Map<string, CatalogueEntry>();
    const read = new Set(news.flatMap(({ kind, key }) => (kind === 'named' ? [] : [key])));
    const known = await remembered([...read]);
    const changedMemories = new Map<string, KeyMemory>();
    const found: (readonly [string, KeyChange])[] = [];
    for (const item of news) {
      const before = changed.get(item.key) ?? index.get(item.key);
      const after = withNews(before, item);
      // A name that is already known is not news.
      if (after === null || after === before) continue;
      const memoryBefore = changedMemories.get(item.key) ?? known.get(item.key) ?? null;
      const memory = rememberNews(memoryBefore, item);
      if (memory !== null && (memory !== memoryBefore || repeated.has(memory)))
        changedMemories.set(item.key, memory);
      const change = changeOf(before, memoryBefore, item);
      if (change !== null) found.push([item.key, change]);
      const entry = {
        ...after,
        conflicting: (memory?.conflict ?? null) !== null,
        changedAt: change?.at ?? after.changedAt,
      };
      const mark = leafMark(before, entry);
      if (mark !== null) {
        const earlier = newMarks.get(item.key) ?? marks.get(item.key) ?? [];
        newMarks.set(item.key, withMark(earlier, mark, entry));
      }
      changed.set(item.key, entry);
    }
    if (changed.size === 0) return false;
    const lists = await changes.read([...new Set(found.map(([key]) => key))]);
    for (const [key, change] of found) lists.set(key, withChange(lists.get(key) ?? unrecorded(key), change));
    await write([...changed.values()], changedMemories, lists);
    if (options.keepsValues?.() === true)
      for (const item of news)
        if (item.kind === 'read' && item.value !== undefined) index.putValue(item.key, item.value, 'latest');
    return true;
  };

  return {
    index,
    select,
    learn: (news) => inTurn(() => learn(news)),
    // Queued, so that it sees everything that was learned before the call.
    remembered: (keys) => inTurn(() => remembered(keys)),
    settle: (selection, settlement) =>
      inTurn(async () => {
        const entries = [...new Set(select(selection))].flatMap((key) => {
          const entry = index.get(key);
          return entry?.conflicting === true ? [entry] : [];
        });
        const known = await remembered(entries.map(({ key }) => key));
        const settled = new Map([...known].map(([key, memory]) => [key, settledMemory(memory, settlement)]));
        newMarks.clear();
        if (entries.length > 0)
          await write(
            entries.map((entry) => ({ ...entry, conflicting: false })),
            settled,
          );
        return entries.length;
      }),
    annotate: (keys, change) =>
      inTurn(async () => {
        const changed = [...new Set(keys)].flatMap((key) => {
          const entry = index.get(key);
          return entry === null ? [] : [annotated(entry, change)];
        });
        if (changed.some(({ tags }) => tags.length > maxTags)) return 'too-many-tags';
        newMarks.clear();
        if (changed.length > 0) await write(changed);
        return changed.length;
      }),
    forget: (selection) =>
      inTurn(async () => {
        const keys = [...new Set(select(selection))].filter(index.has);
        if (keys.length === 0) return 0;
        await outdateFile();
        await database.batch(
          [
            ...keys.map((key) => ({ type: 'del' as const, key: databaseKey(key) })),
            ...memories.deletions(keys),
            ...keys.map((key) => ({ type: 'del' as const, key: repeatKey(key) })),
            ...keys.map((key) => ({ type: 'del' as const, key: changesKey(key) })),
          ],
          { sync: true },
        );
        for (const key of keys) {
          index.remove(key);
          marks.delete(key);
          recent.delete(key);
        }
        return keys.length;
      }),
    counts: index.counts,
    leafMap: (treeSize, cells, empty) => {
      const map = index.leafMap(treeSize, cells, movesIn(marks), empty);
      const contradictions = [...twoLeaves(marks), ...map.contradictions];
      return {
        ...map,
        revision: index.revision(),
        contradictions,
        contradictionCount: map.contradictionCount + contradictions.length - map.contradictions.length,
      };
    },
    changes: async (keys) => {
      const lists = await changes.read(keys);
      return keys.map((key) => lists.get(key) ?? unrecorded(key));
    },
    changesSince: changes.since,
    held: () => ({ writes, count: index.size() }),
    noteRecord: async (generation) => {
      noted = Math.max(noted, generation);
      await database.put(recordKey, String(noted));
      return null;
    },
    openedWith,
    recordNoted,
    recoveredFrom,
    close: () =>
      inTurn(async () => {
        await database.close();
        if (isFileRight) await indexFile.keep();
        else if (index.size() >= (options.fewestToSave ?? fewestToSave))
          await indexFile.save({ index: index.pack(), marks });
        else await indexFile.remove();
      }),
  };
}

// Both sort after all records.
const writesKey = 'writes';
const recordKey = 'state-record';

/** 0 for a database of an earlier version. */
async function readCount(database: Database, key: string): Promise<number> {
  const text = await database.get(key);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

interface Loaded {
  readonly index: CatalogueIndex;
  readonly marks: Map<string, readonly Mark[]>;
}

function restored({ index, marks }: SavedIndex, firstRevision: number): Loaded {
  return { index: createCatalogueIndex(firstRevision, index), marks: new Map(marks) };
}

async function loadRecords(database: Database, firstRevision: number): Promise<Loaded> {
  const index = createCatalogueIndex(firstRevision);
  const marks = new Map<string, readonly Mark[]>();
  const values = database.values({ lt: memoryRange });
  try {
    for (;;) {
      // In batches, because one at a time most of the time would be spent waiting.
      const texts = await values.nextv(entriesAtOnce);
      if (texts.length === 0) break;
      for (const text of texts) {
        const record = parseRecord(text);
        if (record === null) throw new DamagedRecords('Could not read a known key.');
        const { marks: of, ...entry } = record;
        index.put(entry);
        if (of !== undefined) marks.set(entry.key, of);
      }
    }
  } finally {
    await values.close();
  }
  await loadRepeated(database, index);
  return { index, marks };
}

function recordText(entry: CatalogueEntry, marks: readonly Mark[] | undefined): string {
  return JSON.stringify(marks === undefined ? entry : { ...entry, marks });
}

function parseRecord(text: string): KeyRecord | null {
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
