import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ClassicLevel } from 'classic-level';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import { largestKeptValue, type AtomHistory, type KeptVersion } from '#shared/domain/history.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';
import type { Profile } from '../../connections/profileStore.ts';
import {
  createMemoryKeyStorage,
  type MemoryKeyStorage,
} from '../../storage/keychain/testing/memoryKeyStorage.ts';
import { createDataKeys } from '../../storage/dataKeys.ts';
import { createHistories, type Histories } from './histories.ts';

const id = 'one' as ConnectionId;
const other = 'two' as ConnectionId;
let folder: string;
let storage: MemoryKeyStorage;
let profiles: Map<ConnectionId, Profile>;
let histories: Histories;
let logged: string[];
let ids: number;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'histories-'));
  storage = createMemoryKeyStorage();
  profiles = new Map([id, other].map((each) => [each, profileOf(each)]));
  logged = [];
  ids = 0;
  histories = open();
});
afterEach(async () => {
  await histories.close();
  await rm(folder, { recursive: true });
});

function open(): Histories {
  return createHistories({
    folder,
    dataKeys: createDataKeys(storage, 'history'),
    connections: () => ({
      profile: (each) => {
        const profile = profiles.get(each);
        return profile === undefined
          ? fail({ code: 'invalid_input', field: 'id', message: 'No such connection.', requestId: null })
          : succeed(profile);
      },
      setKeepsHistory: async (each, keepsHistory) => {
        profiles.set(each, { ...profileOf(each), keepsHistory });
        const { keyOrigin: _, authorities: _authorities, ...shown } = profileOf(each);
        const connection: Connection = {
          environment: 'none',
          ...shown,
          keepsHistory,
          keyState: { kind: 'saved' },
        };
        return succeed(connection);
      },
    }),
    now: () => 7,
    newId: () => `id-${String((ids += 1))}`,
    mostWaiting: 4 * largestKeptValue,
    pause: async () => undefined,
    log: (message) => logged.push(message),
  });
}

async function restart(): Promise<void> {
  await histories.close();
  histories = open();
}

function profileOf(each: ConnectionId): Profile {
  return {
    id: each,
    kind: 'service',
    name: each,
    baseUrl: 'https://memory.example.com',
    colour: 'blue',
    environment: 'none',
    readOnly: false,
    scheme: null,
    keyOrigin: null,
    keepsHistory: false,
  };
}

function readingOf(
  key: string,
  value: string,
  version: number,
  status: VerdictStatus = 'green',
): AtomReading {
  return {
    key,
    value,
    version,
    hash: 'aa',
    score: null,
    proof: null,
    verdict: { status, checks: [], binds: [], open: [] },
    raw: '',
    memory: null,
    exchange: {
      requestId: 'r',
      method: 'GET',
      path: '/atoms/x',
      status: 200,
      startedAt: 0,
      elapsedMs: 1,
      bodyBytes: 1,
      retries: 0,
    },
  };
}

function see(reading: AtomReading, at = 1, connection = id): void {
  histories.observe(connection, { kind: 'read', reading }, 'user', at);
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

async function versionsOf(key: string, connection = id): Promise<readonly KeptVersion[]> {
  const history = valueOf<AtomHistory>(await histories.versions(connection, key));
  if (history.kind !== 'readable') throw new Error(history.kind);
  return history.versions;
}

async function filesHolding(text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const bytes = await readFile(path.join(entry.parentPath, entry.name));
    if (bytes.includes(text)) found.push(entry.name);
  }
  return found;
}

describe('the histories', () => {
  it('keep nothing, and do not access the keychain, until they are turned on', async () => {
    storage.fault = new Error('not to be asked');
    see(readingOf('a', 'x', 1));
    expect(await versionsOf('a')).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
    expect(logged).toEqual([]);
  });

  it('keep what is read from then on, across restarts', async () => {
    valueOf(await histories.setKept(id, true));
    see(readingOf('a', 'dark', 1), 1);
    see(readingOf('a', 'light', 2), 2);
    await restart();
    see(readingOf('a', 'light', 2, 'amber'), 3);
    const versions = await versionsOf('a');
    expect(versions).toMatchObject([
      {
        version: 2,
        firstSeenAt: 2,
        lastSeenAt: 3,
        verdict: 'amber',
        sightings: { green: 1, keyOnly: 0, amber: 1 },
      },
      { version: 1, firstSeenAt: 1, lastSeenAt: 1, bytes: 4 },
    ]);
    const values = await Promise.all(versions.map((version) => histories.value(id, 'a', version.id)));
    expect(values.map(valueOf)).toEqual([
      { kind: 'value', value: 'light' },
      { kind: 'value', value: 'dark' },
    ]);
    expect(valueOf(await histories.size(id))).toEqual({ atoms: 1, versions: 2 });
  });

  it('give the values that atoms were last read with, but for those that are too large', async () => {
    expect(valueOf(await histories.latest(id, ['a']))).toEqual({ kind: 'none' });
    valueOf(await histories.setKept(id, true));
    see(readingOf('a', 'dark', 1), 1);
    see(readingOf('a', 'light', 2), 2);
    see(readingOf('a', 'dark', 1), 3);
    see(readingOf('large', 'x'.repeat(largestKeptValue + 1), 1));
    expect(valueOf(await histories.latest(id, ['a', 'unknown', 'large']))).toEqual({
      kind: 'values',
      values: [{ version: 1, value: 'dark' }, null, null],
    });
  });

  it('save every atom of a batch, however many there are, including repeated ones', async () => {
    valueOf(await histories.setKept(id, true));
    const atoms = Array.from({ length: 230 }, (_, index) => readingOf(`k${String(index)}`, 'x', 1));
    const reading = {
      atoms: [...atoms, readingOf('k0', 'y', 1)],
      missing: [],
      unasked: [],
      denials: [],
      roots: [],
      exchange: readingOf('', '', 1).exchange,
    };
    histories.observe(id, { kind: 'readMany', reading }, 'app', 1);
    expect(valueOf(await histories.size(id))).toEqual({ atoms: 230, versions: 231 });
    expect(await versionsOf('k0')).toHaveLength(2);
  });

  it('return every text exactly as it was read', async () => {
    valueOf(await histories.setKept(id, true));
    const odd = '\uD800 \u202E\0\r\n é é 👍';
    see(readingOf('\uDC00', odd, 1));
    const [version] = await versionsOf('\uDC00');
    expect(valueOf(await histories.value(id, '\uDC00', version?.id ?? ''))).toEqual({
      kind: 'value',
      value: odd,
    });
  });

  it('reveal neither keys nor values nor the data key in any file', async () => {
    valueOf(await histories.setKept(id, true));
    see(readingOf('v1.plainly.readable', 'a plainly readable value', 1));
    await versionsOf('v1.plainly.readable');
    await histories.close();
    expect(await filesHolding('plainly')).toEqual([]);
    const [dataKey] = storage.secrets.values();
    expect(dataKey).toHaveLength(43);
    expect(await filesHolding(dataKey ?? '')).toEqual([]);
    expect(await filesHolding(Buffer.from(dataKey ?? '', 'base64url').toString('latin1'))).toEqual([]);
  });

  it('note that a too large value was seen, without keeping it', async () => {
    valueOf(await histories.setKept(id, true));
    const large = 'é'.repeat(largestKeptValue / 2);
    see(readingOf('fits', large, 1));
    see(readingOf('large', `${large}x`, 1));
    expect(await versionsOf('fits')).toMatchObject([{ hasValue: true, bytes: largestKeptValue }]);
    const [version] = await versionsOf('large');
    expect(version).toMatchObject({ hasValue: false, bytes: largestKeptValue + 1 });
    expect(valueOf(await histories.value(id, 'large', version?.id ?? ''))).toEqual({ kind: 'too-large' });
  });

  it('still show what was kept after they are turned off, and add nothing to it', async () => {
    valueOf(await histories.setKept(id, true));
    see(readingOf('a', 'x', 1));
    valueOf(await histories.setKept(id, false));
    see(readingOf('a', 'y', 2));
    expect(await versionsOf('a')).toMatchObject([{ version: 1 }]);
  });

  it('delete one atom, or everything including the data key', async () => {
    valueOf(await histories.setKept(id, true));
    see(readingOf('a', 'x', 1));
    see(readingOf('b', 'x', 1));
    valueOf(await histories.clearAtom(id, 'a'));
    expect(await versionsOf('a')).toEqual([]);
    expect(valueOf(await histories.size(id))).toEqual({ atoms: 1, versions: 1 });

    valueOf(await histories.setKept(id, false));
    valueOf(await histories.clear(id));
    expect(storage.secrets.size).toBe(0);
    expect(await readdir(folder)).toEqual([]);
  });

  it('start over with another data key if they are cleared while on', async () => {
    valueOf(await histories.setKept(id, true));
    see(readingOf('a', 'x', 1));
    const [before] = storage.secrets.values();
    valueOf(await histories.clear(id));
    see(readingOf('a', 'y', 2));
    expect(await versionsOf('a')).toMatchObject([{ version: 2 }]);
    expect([...storage.secrets.values()]).not.toEqual([before]);
  });

  it('leave no key of a connection that is removed right after they were cleared', async () => {
    valueOf(await histories.setKept(id, true));
    valueOf(await histories.clear(id));
    await restart();
    await histories.forget(id);
    expect(storage.secrets.size).toBe(0);
  });

  it('leave nothing of a removed connection, and accept one that had none', async () => {
    valueOf(await histories.setKept(id, true));
    await histories.forget(id);
    expect(storage.secrets.size).toBe(0);
    expect(await readdir(folder)).toEqual([]);
    storage.fault = new Error('not to be asked');
    await histories.forget(other);
    expect(logged).toEqual([]);
  });
});

describe('the keychain', () => {
  it('that does not respond delays only a limited amount of values, which are kept when it does', async () => {
    valueOf(await histories.setKept(id, true));
    await histories.close();
    const { get } = storage;
    let answer: () => void = () => undefined;
    const answering = new Promise<void>((resolve) => {
      answer = resolve;
    });
    storage = { ...storage, get: (account) => answering.then(() => get(account)) };
    histories = open();
    const large = 'x'.repeat(largestKeptValue);
    for (const key of ['a', 'b', 'c', 'd', 'e']) see(readingOf(key, large, 1));
    expect(logged).toEqual(['A response was not saved in the history because the queue is full.']);
    answer();
    expect(valueOf(await histories.size(id))).toEqual({ atoms: 4, versions: 4 });
    see(readingOf('f', large, 1));
    expect(valueOf(await histories.size(id))).toEqual({ atoms: 5, versions: 5 });
  });

  it('that accepts no key leaves history off', async () => {
    storage.fault = new Error('The collection is locked');
    expect(await histories.setKept(id, true)).toMatchObject({
      ok: false,
      error: {
        code: 'keychain_unavailable',
        message: 'History stays off because its key could not be saved: the keychain is locked.',
      },
    });
    expect(profiles.get(id)?.keepsHistory).toBe(false);
    expect(await readdir(folder)).toEqual([]);
  });

  it('that is locked after a restart is reported, and nothing is lost', async () => {
    valueOf(await histories.setKept(id, true));
    see(readingOf('a', 'x', 1));
    await restart();
    storage.fault = new Error('The collection is locked');
    see(readingOf('a', 'y', 2));
    expect(await histories.versions(id, 'a')).toMatchObject({
      ok: false,
      error: { code: 'keychain_unavailable' },
    });
    storage.fault = null;
    expect(await versionsOf('a')).toMatchObject([{ version: 1 }]);
  });

  it.each(['locked', 'emptied'])('that is %s is not accessed again for every reading', async (how) => {
    valueOf(await histories.setKept(id, true));
    await restart();
    storage.calls.length = 0;
    if (how === 'locked') storage.fault = new Error('The collection is locked');
    else storage.secrets.clear();
    for (let version = 1; version <= 100; version++) see(readingOf('a', 'x', version));
    await histories.versions(id, 'a');
    expect(storage.calls).toHaveLength(2);
  });

  it('that lost the key is reported, and the key is not replaced until the user gives up the old history', async () => {
    valueOf(await histories.setKept(id, true));
    see(readingOf('a', 'x', 1));
    await restart();
    const lost = new Map(storage.secrets);
    storage.secrets.clear();
    expect(valueOf(await histories.versions(id, 'a'))).toEqual({ kind: 'key-missing' });
    valueOf(await histories.setKept(id, true));
    expect(storage.secrets.size).toBe(0);

    for (const [account, secret] of lost) storage.secrets.set(account, secret);
    expect(await versionsOf('a')).toHaveLength(1);
    await restart();
    storage.secrets.clear();
    valueOf(await histories.clear(id));
    see(readingOf('a', 'y', 2));
    expect(await versionsOf('a')).toMatchObject([{ version: 2 }]);
  });

  it('that holds another key opens nothing', async () => {
    valueOf(await histories.setKept(id, true));
    see(readingOf('a', 'x', 1));
    await restart();
    for (const account of storage.secrets.keys())
      storage.secrets.set(account, Buffer.alloc(32, 7).toString('base64url'));
    expect(valueOf(await histories.versions(id, 'a'))).toEqual({ kind: 'key-missing' });
  });
});

describe('damage', () => {
  /** The database records on disk, changed outside the app. */
  async function change(edit: (database: ClassicLevel<string, Buffer>) => Promise<void>): Promise<void> {
    await histories.close();
    const database = new ClassicLevel<string, Buffer>(path.join(folder, id, 'records'), {
      valueEncoding: 'buffer',
    });
    await edit(database);
    await database.close();
    histories = open();
  }
  const namesIn = async (
    database: ClassicLevel<string, Buffer>,
    prefix: string,
  ): Promise<readonly string[]> => (await database.keys().all()).filter((name) => name.startsWith(prefix));

  beforeEach(async () => {
    valueOf(await histories.setKept(id, true));
    see(readingOf('a', 'one', 1), 1);
    see(readingOf('a', 'two', 2), 2);
    see(readingOf('b', 'three', 1), 3);
    await versionsOf('b');
  });

  it('to a value is reported and does not affect the others', async () => {
    const [newest, oldest] = await versionsOf('a');
    await change(async (database) => {
      const name = (await namesIn(database, 'value/')).find((each) => each.endsWith(`/${newest?.id ?? ''}`));
      const sealed = await database.get(name ?? '');
      sealed?.writeUInt8(sealed.readUInt8(20) ^ 1, 20);
      await database.put(name ?? '', sealed ?? Buffer.alloc(0));
    });
    expect(valueOf(await histories.value(id, 'a', newest?.id ?? ''))).toEqual({ kind: 'damaged' });
    expect(valueOf(await histories.value(id, 'a', oldest?.id ?? ''))).toEqual({
      kind: 'value',
      value: 'one',
    });
  });

  it('by swapping two values of one atom is detected', async () => {
    const [newest, oldest] = await versionsOf('a');
    await change(async (database) => {
      const all = await namesIn(database, 'value/');
      const [first, second] = [newest, oldest].map(
        (version) => all.find((name) => name.endsWith(`/${version?.id ?? ''}`)) ?? '',
      );
      const one = await database.get(first ?? '');
      const two = await database.get(second ?? '');
      await database.batch([
        { type: 'put', key: first ?? '', value: two ?? Buffer.alloc(0) },
        { type: 'put', key: second ?? '', value: one ?? Buffer.alloc(0) },
      ]);
    });
    for (const version of [newest, oldest]) {
      expect(valueOf(await histories.value(id, 'a', version?.id ?? ''))).toEqual({ kind: 'damaged' });
    }
  });

  it('to a list sets it aside, reports that, and starts a new one', async () => {
    await change(async (database) => {
      const [first, second] = await namesIn(database, 'list/');
      // The lists of two atoms, swapped.
      const one = (await database.get(first ?? '')) ?? Buffer.alloc(0);
      await database.put(second ?? '', one);
    });
    const found = await Promise.all(['a', 'b'].map((key) => histories.versions(id, key)));
    expect(found.map(valueOf).map((history) => history.kind === 'readable' && history.setAsideAt)).toEqual(
      expect.arrayContaining([null, 7]),
    );
    await change(async (database) => {
      expect(await namesIn(database, 'damaged/')).toHaveLength(1);
    });
    see(readingOf('a', 'four', 3), 4);
    see(readingOf('b', 'four', 3), 4);
    expect((await versionsOf('a'))[0]).toMatchObject({ version: 3 });
    expect((await versionsOf('b'))[0]).toMatchObject({ version: 3 });
  });

  it('to the whole database sets it aside, says where, and starts a new one', async () => {
    await histories.close();
    await writeFile(path.join(folder, id, 'records', 'CURRENT'), 'rubbish');
    histories = open();
    expect(valueOf(await histories.versions(id, 'a'))).toMatchObject({
      versions: [],
      recoveredFrom: path.join(folder, id, 'records.damaged-7'),
    });
    see(readingOf('a', 'x', 1));
    expect(await versionsOf('a')).toHaveLength(1);
  });
});
