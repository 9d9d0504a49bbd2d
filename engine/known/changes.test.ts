import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AtomsQuery } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ChangedFilter } from '#shared/domain/keyChange.ts';
import type { KeyStatement } from '#shared/domain/keyMemory.ts';
import { openDatabase } from '../storage/database.ts';
import { changesKey } from './changeRecords.ts';
import { mostChangesKept } from './keyChange.ts';
import type { Catalogue, Catalogues } from './catalogues.ts';
import type { KeyNews } from './keyNews.ts';
import { cataloguesHere } from './testing/catalogueHere.ts';

const id = 'one' as ConnectionId;
let folder: string;
let catalogues: Catalogues;
let catalogue: Catalogue;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'changes-'));
  await open();
});
afterEach(async () => {
  await catalogues.close();
  await rm(folder, { recursive: true });
});

async function open(): Promise<void> {
  catalogues = cataloguesHere(folder);
  catalogue = await catalogues.of(id);
}

const learn = (...news: readonly KeyNews[]) => catalogue.keys.learn(news);
const changesOf = async (key: string) => (await catalogue.keys.changes([key]))[0];

type Read = Extract<KeyNews, { kind: 'read' }>;
/** A reading with a statement whose value hash is `value`. */
function read(key: string, at: number, version: number, value: string, fields: Partial<Read> = {}): Read {
  const verdict = fields.verdict ?? 'green';
  const statement: KeyStatement = {
    version,
    valueHash: value,
    leafHash: `aa${value}`,
    rootHash: 'r1',
    treeSize: '9',
    at,
    verdict,
  };
  return {
    kind: 'read',
    key,
    source: 'lookup',
    at,
    version,
    hash: `aa${value}`,
    leafIndex: String(version),
    verdict,
    placed: { rootHash: 'r1', treeSize: '9', path: 'pass' },
    said: { statement, finding: null },
    ...fields,
  };
}
const missing = (key: string, at: number) => ({ kind: 'not-returned', key, at, conflict: null }) as const;

async function keysChanged(changed: ChangedFilter): Promise<readonly string[]> {
  const query: AtomsQuery = {
    connectionId: id,
    filter: { text: '', mode: 'contains', changed },
    delimiter: '.',
    path: '',
    sort: { column: 'changedAt', direction: 'descending' },
  };
  return (await catalogue.keys.keys(query, { from: 0, to: 100 })).rows;
}

it('records what differs between two readings of a key, and keeps it after a restart', async () => {
  await learn(read('a', 10, 1, '01'), read('same', 10, 1, '02'));
  await learn(read('a', 20, 2, '03'), read('same', 20, 1, '02'));
  await catalogues.close();
  await open();
  expect(await changesOf('a')).toEqual({
    changes: [
      {
        kind: 'content',
        at: 20,
        beforeAt: 10,
        before: { version: 1, valueHash: '01', leafHash: 'aa01' },
        after: { version: 2, valueHash: '03', leafHash: 'aa03' },
        verdict: 'green',
      },
    ],
    dropped: 0,
  });
  expect(await changesOf('same')).toEqual({ changes: [], dropped: 0 });
  expect((await catalogue.keys.entries(['a', 'same'])).map((entry) => entry?.changedAt)).toEqual([20, null]);
});

it('does not take the first reading of a key for a change, nor a key that never was there for missing', async () => {
  await learn(
    { kind: 'named', key: 'a', source: 'import', at: 5 },
    { kind: 'named', key: 'b', source: 'import', at: 5 },
  );
  await learn(read('a', 10, 1, '01'), missing('b', 10), missing('unknown', 10));
  expect(await keysChanged({ since: 6 })).toEqual([]);
  expect(await keysChanged({ since: 5 })).toEqual(['a', 'b']);
});

it('records that a key went missing, and that it was returned again', async () => {
  await learn(read('a', 10, 1, '01'));
  await learn(missing('a', 20));
  await learn(missing('a', 30));
  expect(await keysChanged({ since: 15, kinds: ['missing'] })).toEqual(['a']);
  await learn(read('a', 40, 1, '01'));
  expect(await keysChanged({ since: 15, kinds: ['missing'] })).toEqual([]);
  expect(await keysChanged({ since: 15, kinds: ['changed'] })).toEqual(['a']);
  expect((await changesOf('a'))?.changes).toMatchObject([
    { kind: 'missing', at: 20, after: null, verdict: null },
    { kind: 'returned', at: 40, verdict: 'green' },
  ]);
});

it('records a reading that failed verification with its verdict, and the one that passed again', async () => {
  await learn(read('a', 10, 1, '01'));
  await learn(read('a', 20, 1, '01', { verdict: 'red' }));
  await learn(read('a', 30, 2, '09', { verdict: 'red' }));
  await learn(read('a', 40, 1, '01'));
  expect((await changesOf('a'))?.changes).toMatchObject([
    { kind: 'verdict', verdict: 'red' },
    { kind: 'content', verdict: 'red', after: { version: 2 } },
    { kind: 'content', verdict: 'green', before: { version: 2, valueHash: null }, after: { version: 1 } },
  ]);
});

it('notices another value where neither reading has a version', async () => {
  const unversioned = (at: number, value: string): Read => {
    const news = read('a', at, 1, value);
    const statement: KeyStatement = {
      version: null,
      valueHash: value,
      leafHash: null,
      rootHash: null,
      treeSize: null,
      at,
      verdict: 'amber',
    };
    return { ...news, version: null, hash: null, verdict: 'amber', said: { statement, finding: null } };
  };
  await learn(unversioned(10, '01'));
  await learn(unversioned(20, '01'));
  expect((await changesOf('a'))?.changes).toHaveLength(0);
  await learn(unversioned(30, '02'));
  expect((await changesOf('a'))?.changes).toMatchObject([{ kind: 'content', at: 30 }]);
});

it('keeps the newest changes of a key, says how many were dropped, and forgets them with the key', async () => {
  for (let version = 1; version <= mostChangesKept + 3; version += 1)
    await learn(read('a', version, version, String(version).padStart(2, '0')));
  const kept = await changesOf('a');
  expect(kept?.changes).toHaveLength(mostChangesKept);
  expect(kept?.dropped).toBe(2);
  await catalogue.keys.forget({ kind: 'keys', keys: ['a'] });
  expect(await changesOf('a')).toEqual({ changes: [], dropped: 0 });
});

it('never takes a record that is damaged or lost for no changes, and says so of later ones too', async () => {
  for (const key of ['damaged', 'lost', 'same']) await learn(read(key, 10, 1, '01'));
  for (const key of ['damaged', 'lost']) await learn(read(key, 20, 2, '02'));
  await catalogues.close();
  const { database } = await openDatabase({
    folder: path.join(folder, id, 'keys'),
    load: async () => null,
    now: () => 7,
  });
  await database.put(changesKey('damaged'), '{"changes":[{"kind":"con');
  await database.del(changesKey('lost'));
  await database.close();
  await open();
  expect(await catalogue.keys.changes(['damaged', 'lost', 'same'])).toEqual([
    { changes: [], dropped: null },
    { changes: [], dropped: null },
    { changes: [], dropped: 0 },
  ]);
  expect(await keysChanged({ since: 15 })).toEqual(['damaged', 'lost']);
  await learn(read('damaged', 30, 3, '03'), read('lost', 30, 3, '03'));
  for (const list of await catalogue.keys.changes(['damaged', 'lost']))
    expect(list).toMatchObject({ changes: [{ at: 30 }], dropped: null });
});

it('counts several changes in one response in their order', async () => {
  await learn(read('a', 10, 1, '01'), read('a', 10, 2, '02'), read('a', 10, 3, '03'));
  expect((await changesOf('a'))?.changes.map(({ after }) => after?.version)).toEqual([2, 3]);
});

it('says what the counts rest on: since when, which keys were read, and which new leaves have no key', async () => {
  const root = (rootHash: string, size: bigint, at: number) =>
    catalogue.ledger.append({
      rootHash,
      treeSize: size,
      path: 'pass',
      askedAt: at,
      at,
      endpoint: 'GET /atoms/{key}',
      requestId: `r${String(at)}`,
    });
  await root('aa', 4n, 10);
  await learn(read('old', 10, 1, '01'), read('left alone', 10, 2, '02'), read('gone', 10, 3, '03'));
  await root('bb', 7n, 20);
  await learn(read('old', 20, 5, '05'), missing('gone', 20), read('new', 20, 6, '06'));
  expect(await catalogues.changes(id, 15)).toMatchObject({
    since: 15,
    recordedSince: 7,
    counts: { new: 1, changed: 1, missing: 1 },
    keys: 4,
    olderKeys: 3,
    olderRead: 2,
    newRoots: 1,
    rootBefore: { rootHash: 'aa', treeSize: '4' },
    rootNow: { rootHash: 'bb', treeSize: '7' },
    // Leaves 4, 5, and 6: known keys are at 5 and 6.
    newLeaves: { added: '3', withoutKey: '1' },
  });
  expect(await catalogues.changes(id, 5)).toMatchObject({ rootBefore: null, newLeaves: null, olderKeys: 0 });
});
