import type { ConnectionId } from '#shared/domain/connection.ts';
import type { AtomHistory, HistorySize, KeptValue } from '#shared/domain/history.ts';
import { openDatabase, type Database } from '../../storage/database.ts';
import {
  addSighting,
  emptyRecord,
  keptVersion,
  parseVersionRecord,
  type Sighting,
  type VersionRecord,
} from './keptVersions.ts';
import type { Place, RecordCipher } from '../../storage/recordCipher.ts';

/** A reading to save; `value` is null if it is too large. */
export interface SightingToKeep extends Omit<Sighting, 'fingerprint' | 'hasValue'> {
  readonly key: string;
  readonly value: string | null;
  /** Of the value, whether it is saved or not. */
  readonly fingerprint: string;
}

/**
 * The sealed history of one connection. The database reveals how many atoms and versions there are and their
 * sizes, but no key, value, or verdict.
 */
export interface HistoryDatabase {
  readonly add: (sightings: readonly SightingToKeep[]) => Promise<void>;
  readonly versions: (key: string) => Promise<AtomHistory>;
  readonly value: (key: string, id: string) => Promise<KeptValue>;
  /** The values that these atoms were last read with; null for an atom of which none can be opened. */
  readonly latest: (keys: readonly string[]) => Promise<readonly (LatestValue | null)[]>;
  /** Deletes the history of one atom, including from the files of the database. */
  readonly forget: (key: string) => Promise<void>;
  readonly size: () => Promise<HistorySize>;
  readonly close: () => Promise<void>;
}

/** What an atom was last read with. */
export interface LatestValue {
  readonly version: number | null;
  readonly value: string;
}

/** Names of the records. Atoms have hidden names, so that the database reveals no key. */
const names = {
  /** Identifies the data key that seals all other records. */
  sealedWith: (keyId: string) => `sealed-with/${keyId}`,
  list: (atom: string) => `list/${atom}`,
  value: (atom: string, id: string) => `value/${atom}/${id}`,
  damaged: (at: number, name: string) => `damaged/${String(at)}/${name}`,
} as const;

/** Sorts before all our prefixes. */
const end = '~';
const binary = { keyEncoding: 'utf8', valueEncoding: 'view' } as const;

type Change =
  | { readonly type: 'put'; readonly key: string; readonly value: Uint8Array }
  | { readonly type: 'del'; readonly key: string };

/**
 * Opens the history in `folder`, or creates it. A damaged database is set aside as a whole.
 *
 * @returns null if it was sealed with another data key
 */
export async function openHistoryDatabase(options: {
  readonly folder: string;
  readonly connectionId: ConnectionId;
  readonly cipher: RecordCipher;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
}): Promise<HistoryDatabase | null> {
  const { folder, connectionId, cipher, now, newId } = options;
  // Reads every name, so that damage is found now and not later.
  const opened = await openDatabase({ folder, load: countRecords, now });
  const { database, recoveredFrom } = opened;
  const mark = names.sealedWith(cipher.keyId);
  if (opened.loaded === 0) await database.put(mark, new Uint8Array(), { ...binary, sync: true });
  else if ((await database.get<string, Uint8Array>(mark, binary)) === undefined) {
    await database.close();
    return null;
  }

  const atomOf = (key: string): string => cipher.hiddenName('key', key);
  const listPlace = (key: string): Place => [connectionId, key, 'list'];
  const valuePlace = (key: string, version: number | null, id: string): Place => [
    connectionId,
    key,
    'value',
    version,
    id,
  ];
  /** The list of an atom. If it cannot be opened, the changes of this update set it aside. */
  const readList = async (
    key: string,
  ): Promise<{ readonly record: VersionRecord; readonly setAside: readonly Change[] }> => {
    const name = names.list(atomOf(key));
    const sealed = await database.get<string, Uint8Array>(name, binary);
    if (sealed === undefined) return { record: emptyRecord, setAside: [] };
    const text = cipher.open(sealed, listPlace(key));
    const record = text === null ? null : parseVersionRecord(text);
    if (record !== null) return { record, setAside: [] };
    const begun: VersionRecord = { ...emptyRecord, setAsideAt: now() };
    return {
      record: begun,
      setAside: [
        { type: 'put', key: names.damaged(now(), name), value: sealed },
        { type: 'put', key: name, value: cipher.seal(JSON.stringify(begun), listPlace(key)) },
      ],
    };
  };
  const write = (changes: readonly Change[]): Promise<void> => database.batch([...changes], binary);
  const latest = async (key: string): Promise<LatestValue | null> => {
    const [entry] = (await readList(key)).record.versions;
    if (entry?.hasValue !== true) return null;
    const sealed = await database.get<string, Uint8Array>(names.value(atomOf(key), entry.id), binary);
    const value =
      sealed === undefined ? null : readValue(cipher.open(sealed, valuePlace(key, entry.version, entry.id)));
    return value === null ? null : { version: entry.version, value };
  };

  return {
    add: async (sightings) => {
      // An atom may be in one response more than once, so each sighting is added to the result of the one
      // before.
      const lists = new Map<string, VersionRecord>();
      const changes: Change[] = [];
      for (const { key, value, ...facts } of sightings) {
        let record = lists.get(key);
        if (record === undefined) {
          const read = await readList(key);
          changes.push(...read.setAside);
          record = read.record;
        }
        const added = addSighting(record, { ...facts, hasValue: value !== null }, newId);
        lists.set(key, added.record);
        const atom = atomOf(key);
        if (added.newId !== null && value !== null) {
          const place = valuePlace(key, facts.version, added.newId);
          // As JSON, which preserves halves of surrogate pairs; UTF-8 alone would replace them.
          const sealed = cipher.seal(JSON.stringify(value), place);
          changes.push({ type: 'put', key: names.value(atom, added.newId), value: sealed });
        }
        for (const id of added.droppedIds) changes.push({ type: 'del', key: names.value(atom, id) });
      }
      for (const [key, record] of lists) {
        const sealed = cipher.seal(JSON.stringify(record), listPlace(key));
        changes.push({ type: 'put', key: names.list(atomOf(key)), value: sealed });
      }
      await write(changes);
    },
    versions: async (key) => {
      const { record, setAside } = await readList(key);
      if (setAside.length > 0) await write(setAside);
      const { dropped, setAsideAt } = record;
      return {
        kind: 'readable',
        versions: record.versions.map(keptVersion),
        dropped,
        setAsideAt,
        recoveredFrom,
      };
    },
    value: async (key, id) => {
      const { record } = await readList(key);
      const entry = record.versions.find((version) => version.id === id);
      if (entry === undefined) return { kind: 'removed' };
      if (!entry.hasValue) return { kind: 'too-large' };
      const sealed = await database.get<string, Uint8Array>(names.value(atomOf(key), id), binary);
      if (sealed === undefined) return { kind: 'damaged' };
      const value = readValue(cipher.open(sealed, valuePlace(key, entry.version, id)));
      return value === null ? { kind: 'damaged' } : { kind: 'value', value };
    },
    latest: (keys) => Promise.all(keys.map(latest)),
    forget: async (key) => {
      const atom = atomOf(key);
      await database.del(names.list(atom));
      await database.clear({ gte: names.value(atom, ''), lt: names.value(atom, end) });
      // Deleted records stay in the files until these are rewritten.
      await database.compactRange(names.list(''), names.value(end, end));
    },
    size: () => sizeOf(database),
    close: () => database.close(),
  };
}

async function countRecords(database: Database): Promise<number> {
  return (await database.keys().all()).length;
}

async function sizeOf(database: Database): Promise<HistorySize> {
  let atoms = 0;
  let versions = 0;
  for await (const name of database.keys()) {
    if (name.startsWith(names.list(''))) atoms += 1;
    else if (name.startsWith('value/')) versions += 1;
  }
  return { atoms, versions };
}

function readValue(text: string | null): string | null {
  if (text === null) return null;
  const value: unknown = JSON.parse(text);
  return typeof value === 'string' ? value : null;
}
