import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AtomsQuery } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Catalogues } from './catalogues.ts';
import type { KeyNews } from './keyNews.ts';
import type { KnownKeys } from './knownKeys.ts';
import { allEntries } from './testing/allEntries.ts';
import { cataloguesHere } from './testing/catalogueHere.ts';

const id = 'one' as ConnectionId;
const all: AtomsQuery = {
  connectionId: id,
  filter: { text: '', mode: 'contains' },
  delimiter: '.',
  path: '',
  sort: { column: 'key', direction: 'ascending' },
};
let folder: string;
let catalogues: Catalogues;
let keys: KnownKeys;
let changes: number;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'known-keys-'));
  changes = 0;
  await open();
});
afterEach(async () => {
  await catalogues.close();
  await rm(folder, { recursive: true });
});

async function open(): Promise<void> {
  catalogues = cataloguesHere(folder, () => {
    changes += 1;
  });
  keys = (await catalogues.of(id)).keys;
}

async function restart(): Promise<void> {
  await catalogues.close();
  await open();
}

type Read = Extract<KeyNews, { kind: 'read' }>;
function read(key: string, leafIndex: string, rootHash: string, fields: Partial<Read> = {}): Read {
  return {
    kind: 'read',
    key,
    source: 'recall',
    at: 1,
    version: 1,
    hash: `hash of ${key}`,
    leafIndex,
    verdict: 'green',
    placed: { rootHash, treeSize: '9', path: 'pass' },
    ...fields,
  };
}
const named = (key: string) => ({ kind: 'named', key, source: 'import', at: 1 }) as const;

async function selectedKeys(selection: Parameters<KnownKeys['selected']>[0]): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const chunk of keys.selected(selection)) found.push(...chunk);
  return found;
}

describe('annotations', () => {
  it('survive another read and a restart', async () => {
    await keys.learn([named('a'), named('b')]);
    expect(
      await keys.annotate(['a', 'unknown', 'a'], { bookmarked: true, note: 'n', addTags: ['y', 'x'] }),
    ).toBe(1);
    await keys.learn([read('a', '1', 'r')]);
    await restart();
    expect(await allEntries(catalogues, id)).toMatchObject([
      { key: 'a', bookmarked: true, note: 'n', tags: ['x', 'y'], verdict: 'green', source: 'import' },
      { key: 'b', bookmarked: false, note: '', tags: [] },
    ]);
    expect(await catalogues.summary(id)).toMatchObject({
      keys: 2,
      unread: 1,
      bookmarked: 1,
      tags: [
        { tag: 'x', keys: 1 },
        { tag: 'y', keys: 1 },
      ],
    });
  });

  it('change only the given keys', async () => {
    await keys.learn([named('a')]);
    await keys.annotate(['a'], { bookmarked: true, note: 'n', addTags: ['x', 'y'] });
    await keys.annotate(['a'], { removeTags: ['x', 'none'] });
    await keys.annotate(['a'], { bookmarked: false });
    expect(await keys.entries(['a'])).toMatchObject([{ bookmarked: false, note: 'n', tags: ['y'] }]);
  });

  it('are refused as a whole if a key would get too many tags', async () => {
    await keys.learn([named('a'), named('b')]);
    const twenty = Array.from({ length: 20 }, (_, at) => `t${String(at)}`);
    await keys.annotate(['a'], { addTags: twenty });
    const before = changes;
    expect(await keys.annotate(['b', 'a'], { addTags: ['one more'] })).toBe('too-many-tags');
    expect(await keys.entries(['b'])).toMatchObject([{ tags: [] }]);
    expect(changes).toBe(before);
  });
});

describe('a selection', () => {
  it('stays the same after it is first requested', async () => {
    const many = Array.from({ length: 2_500 }, (_, at) => `key.${String(at).padStart(5, '0')}`);
    await keys.learn(many.map(named));
    const found: string[] = [];
    const sizes: number[] = [];
    for await (const chunk of keys.selected({ kind: 'query', query: all, except: ['key.00001'] })) {
      if (found.length === 0) {
        await keys.learn([named('key.0'), named('zzz')]);
        await keys.forget({ kind: 'keys', keys: many.slice(1_500) });
      }
      found.push(...chunk);
      sizes.push(chunk.length);
    }
    expect(found).toEqual(many.filter((key) => key !== 'key.00001'));
    expect(sizes).toEqual([1_000, 1_000, 499]);
    expect(await catalogues.summary(id)).toMatchObject({ keys: 1_502 });
  });

  it('uses listed keys as they are, including unusual ones', async () => {
    const odd = ['\ud800', '__proto__', '', 'e\u0301', '\u0000', '😀'];
    expect(await selectedKeys({ kind: 'keys', keys: odd })).toEqual(odd);
    await keys.learn(odd.map(named));
    expect(new Set(await selectedKeys({ kind: 'query', query: all, except: [] }))).toEqual(new Set(odd));
  });

  it('can be removed', async () => {
    await keys.learn(['a', 'a.b', 'a.c', 'ab'].map(named));
    const below = { ...all, path: 'a' };
    expect(await keys.forget({ kind: 'query', query: below, except: ['a.c'] })).toBe(2);
    await restart();
    expect(await selectedKeys({ kind: 'query', query: all, except: [] })).toEqual(['a.c', 'ab']);
  });
});

describe('the leaves of the known keys', () => {
  const map = () => catalogues.leafMap(id, 3);
  const sawTree = async (rootHash: string, treeSize: bigint, at: number): Promise<void> => {
    const { ledger } = await catalogues.of(id);
    await ledger.append({
      rootHash,
      treeSize,
      askedAt: at - 1,
      at,
      endpoint: 'x',
      path: 'pass',
      requestId: 'r',
    });
  };

  it('are mapped, without those that failed their proof', async () => {
    await sawTree('r', 9n, 1);
    await keys.learn([
      read('a', '0', 'r', { version: 3 }),
      read('b', '4', 'r', { version: 4 }),
      read('c', '7', 'r', { verdict: 'red', placed: { rootHash: 'r', treeSize: '9', path: 'fail' } }),
      named('d'),
    ]);
    expect(await map()).toMatchObject({
      coverage: { knownLeaves: 2, treeSize: '9' },
      cells: [
        { start: '0', end: '3', known: 1 },
        { start: '3', end: '6', known: 1 },
        { start: '6', end: '9', known: 0 },
      ],
      unknown: {
        leaves: '7',
        rangeCount: 2,
        longest: [
          { start: '5', end: '9' },
          { start: '1', end: '4' },
        ],
      },
      contradictions: [],
      byVersions: { kind: 'partly', earlierVersions: '5', unexplained: '2', unread: 1 },
    });
    expect(await catalogues.summary(id)).toMatchObject({ coverage: { knownLeaves: 2, treeSize: '9' } });
  });

  it('are explained if the versions add up', async () => {
    await sawTree('r', 7n, 1);
    await keys.learn([read('a', '6', 'r', { version: 3 }), read('b', '4', 'r', { version: 4 })]);
    expect((await map()).byVersions).toEqual({ kind: 'explained', unknown: '5' });
  });

  it('contradict each other if two keys have the same leaf of a tree', async () => {
    await sawTree('r', 9n, 1);
    await keys.learn([read('a', '4', 'r'), read('b', '4', 'r'), read('c', '5', 'r'), read('d', '5', 's')]);
    const { contradictions, contradictionCount } = await map();
    expect(contradictions).toMatchObject([
      { kind: 'one-leaf-one-root', leafIndex: '4', keys: ['a', 'b'] },
      { kind: 'one-leaf-other-root', leafIndex: '5', keys: ['c', 'd'] },
    ]);
    expect(contradictionCount).toBe(2);
  });

  it('are not compared across trees after an atom moved without a new version', async () => {
    await sawTree('r', 9n, 1);
    await keys.learn([read('a', '4', 'r'), read('b', '5', 'r')]);
    await keys.learn([read('a', '5', 's')]);
    await restart();
    expect(await map()).toMatchObject({ moves: { moved: 1, rewritten: 0 }, contradictions: [] });
  });

  it('distinguish a leaf that was replaced in a later tree from two leaves in one tree', async () => {
    await sawTree('r', 9n, 1);
    await keys.learn([read('a', '4', 'r'), read('b', '6', 'r')]);
    await keys.learn([
      read('a', '4', 's', { version: 2, hash: 'other' }),
      read('b', '6', 'r', { hash: 'other' }),
    ]);
    await restart();
    expect(await map()).toMatchObject({
      moves: { moved: 0, rewritten: 1 },
      contradictions: [{ kind: 'two-leaves-one-root', key: 'b', leafIndex: '6', rootHash: 'r' }],
    });
    await keys.forget({ kind: 'keys', keys: ['a', 'b'] });
    expect(await map()).toMatchObject({ moves: { moved: 0, rewritten: 0 }, contradictions: [] });
  });

  it('show nothing for a new version on a new leaf, or for a failed reading', async () => {
    await sawTree('r', 9n, 1);
    await keys.learn([read('a', '4', 'r')]);
    await keys.learn([read('a', '8', 's', { version: 2, hash: 'other' })]);
    await keys.learn([read('a', '8', 's', { version: 2, hash: 'forged', verdict: 'red' })]);
    expect(await map()).toMatchObject({ moves: { moved: 0, rewritten: 0 }, contradictions: [] });
  });

  it('count no leaf and find no contradiction for the valid proof of another atom', async () => {
    await sawTree('r', 9n, 1);
    await keys.learn([read('a', '4', 'r'), read('forged', '4', 'r', { verdict: 'red' })]);
    expect(await map()).toMatchObject({ coverage: { knownLeaves: 1 }, contradictions: [] });
    await keys.learn([read('forged', '5', 'r', { verdict: 'red' })]);
    expect(await map()).toMatchObject({ coverage: { knownLeaves: 1 } });
    expect(await catalogues.summary(id)).toMatchObject({ coverage: { knownLeaves: 1 } });
  });

  it('are not explained by versions if a position got another leaf', async () => {
    await sawTree('r', 7n, 1);
    await keys.learn([read('a', '6', 'r', { version: 2 }), read('b', '4', 'r', { version: 4 })]);
    await keys.learn([read('a', '6', 's', { version: 3, hash: 'other' })]);
    expect(await map()).toMatchObject({ moves: { rewritten: 1 }, byVersions: { kind: 'unknown' } });
  });

  it('name a tree that shrank, as found by the ledger', async () => {
    await sawTree('r', 9n, 1);
    await sawTree('s', 8n, 9);
    await sawTree('s', 8n, 12);
    expect((await map()).contradictions).toEqual([
      {
        kind: 'root',
        rootHash: 's',
        contradiction: { kind: 'shrinking', size: '8', largestSize: '9', seenAt: 1 },
      },
    ]);
  });
});

it('work with keys of an earlier app version, which saved less about them', async () => {
  await catalogues.close();
  const { ClassicLevel } = await import('classic-level');
  const database = new ClassicLevel(path.join(folder, id, 'keys'));
  const old = {
    key: 'a',
    version: 2,
    hash: 'aa',
    leafIndex: '3',
    verdict: 'green',
    source: 'lookup',
    firstSeenAt: 1,
    readAt: 2,
    gone: false,
  };
  await database.put('"a"', JSON.stringify(old));
  await database.close();
  await open();
  expect(await keys.entries(['a'])).toEqual([
    { ...old, changedAt: null, conflicting: false, placed: null, bookmarked: false, note: '', tags: [] },
  ]);
});
