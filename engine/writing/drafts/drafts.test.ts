import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { fail, succeed } from '#shared/domain/result.ts';
import {
  createMemoryKeyStorage,
  type MemoryKeyStorage,
} from '../../storage/keychain/testing/memoryKeyStorage.ts';
import type { Profile } from '../../connections/profileStore.ts';
import { createDataKeys } from '../../storage/dataKeys.ts';
import { createDrafts, mostDrafts, type Drafts, type DraftToKeep } from './drafts.ts';

const id = 'one' as ConnectionId;
const other = 'two' as ConnectionId;
const mostUnits = 10_000;
let folder: string;
let keychain: MemoryKeyStorage;
let drafts: Drafts;
let time: number;
let changes: ConnectionId[];
let logged: string[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'drafts-'));
  keychain = createMemoryKeyStorage();
  time = 1_000_000;
  changes = [];
  logged = [];
  drafts = open();
});
afterEach(async () => {
  await drafts.close();
  await rm(folder, { recursive: true });
});

/** A restart of the app: only the disk and the keychain carry over. */
function open(): Drafts {
  return createDrafts({
    folder,
    dataKeys: createDataKeys(keychain, 'drafts'),
    connections: () => ({
      profile: (asked) =>
        asked === id || asked === other
          ? succeed<Profile>({
              id: asked,
              kind: 'service',
              name: asked,
              baseUrl: 'http://localhost',
              colour: 'blue',
              readOnly: false,
              scheme: null,
              keyOrigin: null,
              keepsHistory: false,
            })
          : fail({ code: 'invalid_input', field: 'id', message: 'none', requestId: null }),
    }),
    changed: (changed) => changes.push(changed),
    mostUnits,
    now: () => (time += 1),
    log: (message) => logged.push(message),
  });
}

function draft(draftId: string, value: string, key = 'v1.a'): DraftToKeep {
  return { id: draftId, key, value, base: { version: 3, value: 'base words', verdict: 'red' } };
}

async function listed(of: Drafts = drafts) {
  const listing = await of.list(id);
  if (!listing.ok) throw new Error(listing.error.message);
  return { notKept: listing.value.notKept, values: listing.value.drafts.map(({ value }) => value) };
}

async function records(): Promise<readonly string[]> {
  return readdir(path.join(folder, id, 'records'));
}

describe('drafts', () => {
  it('are there at the next start, newest first, with the text typed last', async () => {
    await drafts.keep(id, draft('a', 'one'));
    await drafts.keep(id, draft('b', 'two \ud800 half'));
    const kept = await drafts.keep(id, draft('a', 'three'));
    expect(kept).toMatchObject({ value: { id: 'a', connectionId: id, value: 'three', changedAt: time } });
    // Nothing was closed: what was saved is on disk.
    const listing = await open().list(id);
    expect(listing).toMatchObject({
      value: {
        drafts: [
          {
            id: 'a',
            connectionId: id,
            key: 'v1.a',
            value: 'three',
            base: { version: 3, value: 'base words', verdict: 'red' },
          },
          { id: 'b', value: 'two \ud800 half' },
        ],
        notKept: null,
      },
    });
    expect(changes).toEqual([id, id, id]);
  });

  it('are sealed: neither key nor value nor id can be read on disk', async () => {
    await drafts.keep(id, draft('an-id-of-mine', 'plain words', 'v1.secret.key'));
    const names = await records();
    expect(names).toHaveLength(1);
    for (const name of names) {
      const bytes = await readFile(path.join(folder, id, 'records', name));
      const seen = `${name} ${bytes.toString('latin1')}`;
      expect(seen).not.toMatch(/plain words|secret|an-id-of-mine|base words/);
    }
    expect([...keychain.secrets.keys()]).toEqual(['drafts of one']);
  });

  it('are gone after they are removed', async () => {
    await drafts.keep(id, draft('a', 'one'));
    await drafts.remove(id, 'a');
    await drafts.remove(id, 'never-there');
    expect(await listed(open())).toEqual({ values: [], notKept: null });
    expect(await records()).toEqual([]);
    expect(changes).toEqual([id, id]);
  });

  it('are held in memory while the keychain refuses, and saved as soon as it works', async () => {
    keychain.fault = new Error('locked');
    await drafts.keep(id, draft('a', 'one'));
    expect(await listed()).toMatchObject({ values: ['one'] });
    expect((await listed()).notKept).toMatch(/locked/);
    expect(await readdir(folder)).toEqual([]);
    keychain.fault = null;
    time += 60_000;
    await drafts.keep(id, draft('b', 'two'));
    expect(await listed()).toEqual({ values: ['two', 'one'], notKept: null });
    expect((await listed(open())).values).toEqual(['two', 'one']);
  });

  it('do not access the keychain for a connection without drafts', async () => {
    keychain.fault = new Error('locked');
    expect(await listed()).toEqual({ values: [], notKept: null });
    await drafts.forget(id);
    expect(logged).toEqual([]);
  });

  it('report a disk failure, are held in memory, and are saved when the disk works again', async () => {
    await drafts.keep(id, draft('a', 'one'));
    const place = path.join(folder, id, 'records');
    await rm(place, { recursive: true });
    await writeFile(place, 'in the way');
    await drafts.keep(id, draft('b', 'two'));
    expect(await listed()).toMatchObject({ values: ['two', 'one'] });
    expect((await listed()).notKept).toMatch(/disk/);
    await rm(place);
    await drafts.keep(id, draft('c', 'three'));
    expect(await listed()).toEqual({ values: ['three', 'two', 'one'], notKept: null });
    expect((await listed(open())).values).toEqual(['three', 'two', 'one']);
  });

  it('that cannot be opened are moved aside without affecting the others', async () => {
    await drafts.keep(id, draft('a', 'one'));
    const [damaged] = await records();
    await drafts.keep(id, draft('b', 'two'));
    const file = path.join(folder, id, 'records', damaged ?? '');
    await writeFile(file, (await readFile(file)).subarray(0, -1));
    expect(await listed(open())).toEqual({ values: ['two'], notKept: null });
    expect((await records()).filter((name) => name.includes('.damaged-'))).toHaveLength(1);
    expect(logged).toHaveLength(1);
  });

  it('that were sealed with another key are all moved aside, and new ones are started', async () => {
    await drafts.keep(id, draft('a', 'one'));
    keychain.secrets.clear();
    const later = open();
    expect(await listed(later)).toEqual({ values: [], notKept: null });
    await later.keep(id, draft('b', 'two'));
    expect((await listed(open())).values).toEqual(['two']);
    expect((await readdir(path.join(folder, id))).length).toBe(2);
  });

  it('are limited: the ones changed longest ago are removed', async () => {
    for (let i = 0; i <= mostDrafts; i++) await drafts.keep(id, draft(`d${String(i)}`, String(i)));
    const { values } = await listed();
    expect(values).toHaveLength(mostDrafts);
    expect(values).not.toContain('0');
    expect(await records()).toHaveLength(mostDrafts);
    await drafts.keep(id, draft('large', 'x'.repeat(mostUnits)));
    expect((await listed()).values).toHaveLength(1);
    expect(await records()).toHaveLength(1);
  });

  it('are removed with the connection, together with their key', async () => {
    await drafts.keep(id, draft('a', 'one'));
    await drafts.keep(other, draft('b', 'theirs'));
    await drafts.forget(id);
    expect(await readdir(folder)).toEqual([other]);
    expect([...keychain.secrets.keys()]).toEqual(['drafts of two']);
    const unknown = 'three' as ConnectionId;
    expect(await drafts.keep(unknown, draft('a', 'one'))).toMatchObject({ ok: false });
    expect(await readdir(folder)).toEqual([other]);
  });
});
