import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { KeyStatement, MemoryFinding } from '#shared/domain/keyMemory.ts';
import type { Catalogues } from './catalogues.ts';
import type { KeyNews } from './knownKeys.ts';
import { allEntries } from './testing/allEntries.ts';
import { cataloguesHere } from './testing/catalogueHere.ts';
import { sighting as root } from '../roots/testing/testLedger.ts';

const id = 'one' as ConnectionId;
let folder: string;
let catalogues: Catalogues;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'catalogues-'));
  catalogues = cataloguesHere(folder);
});
afterEach(async () => {
  await catalogues.close();
  await rm(folder, { recursive: true });
});

async function restart(): Promise<void> {
  await catalogues.close();
  catalogues = cataloguesHere(folder);
}

const read = (key: string, leafIndex: string | null = null) =>
  ({
    kind: 'read',
    key,
    source: 'recall',
    at: 3,
    version: 1,
    hash: 'aa',
    leafIndex,
    verdict: 'green',
    placed: null,
  }) as const;
describe('the known keys', () => {
  it('are there after a restart, with the way each was first found', async () => {
    const { keys } = await catalogues.of(id);
    await keys.learn([{ kind: 'named', key: 'a', source: 'prediction', at: 1 }]);
    await keys.learn([read('a', '4'), read('b')]);
    await restart();
    expect(await allEntries(catalogues, id)).toEqual([
      {
        key: 'a',
        version: 1,
        hash: 'aa',
        leafIndex: '4',
        verdict: 'green',
        source: 'prediction',
        firstSeenAt: 1,
        readAt: 3,
        gone: false,
        changedAt: null,
        conflicting: false,
        placed: null,
        bookmarked: false,
        note: '',
        tags: [],
      },
      expect.objectContaining({ key: 'b', source: 'recall', firstSeenAt: 3 }),
    ]);
  });

  const said = (statement: Partial<KeyStatement>): KeyStatement => ({
    version: 4,
    valueHash: 'v',
    leafHash: 'aa',
    rootHash: 'r',
    treeSize: '9',
    at: 10,
    verdict: 'green',
    ...statement,
  });
  const readAs = (statement: KeyStatement, finding: MemoryFinding | null = null): KeyNews => ({
    ...read('a'),
    said: { statement, finding },
  });

  it('remember across a restart what was read and which root proved it last', async () => {
    const { keys } = await catalogues.of(id);
    await keys.learn([readAs(said({}))]);
    await keys.learn([readAs(said({ at: 20, rootHash: 's', treeSize: '10' }))]);
    await restart();
    const again = (await catalogues.of(id)).keys;
    expect(await again.remembered(['a', 'unknown'])).toEqual(
      new Map([
        [
          'a',
          {
            last: said({ at: 20, rootHash: 's', treeSize: '10' }),
            firstAt: 10,
            proven: { rootHash: 's', treeSize: '10', at: 20 },
            conflict: null,
          },
        ],
      ]),
    );
    expect(await allEntries(catalogues, id)).toHaveLength(1);
  });

  it('do not overwrite a memory with a contradiction, and flag the key until that is settled', async () => {
    const { keys } = await catalogues.of(id);
    const was = said({});
    const now = said({ valueHash: 'w', leafHash: 'bb', at: 20 });
    await keys.learn([readAs(was)]);
    await keys.learn([readAs(now, { kind: 'other-content', was, now })]);
    await restart();
    const again = (await catalogues.of(id)).keys;
    const flagged = async () => (await again.entries(['a']))[0]?.conflicting;
    const remembered = async () => (await again.remembered(['a'])).get('a');
    expect(await remembered()).toMatchObject({ last: was, conflict: { kind: 'other-content', now } });
    // A response that agrees with the memory does not clear the flag.
    await again.learn([readAs(said({ at: 30 }))]);
    expect(await flagged()).toBe(true);
    expect(await again.settle({ kind: 'keys', keys: ['a'] }, 'accept')).toBe(1);
    expect(await flagged()).toBe(false);
    expect(await remembered()).toMatchObject({ last: now, conflict: null });
    expect(await again.settle({ kind: 'keys', keys: ['a'] }, 'keep')).toBe(0);
  });

  it('forget the memory of a key together with the key', async () => {
    const { keys } = await catalogues.of(id);
    await keys.learn([readAs(said({}))]);
    await keys.forget({ kind: 'keys', keys: ['a'] });
    expect(await keys.remembered(['a'])).toEqual(new Map());
  });

  it('report whether anything changed', async () => {
    const { keys } = await catalogues.of(id);
    const named = { kind: 'named', key: 'a', source: 'prediction', at: 1 } as const;
    expect(await keys.learn([named])).toBe(true);
    expect(await keys.learn([named])).toBe(false);
    expect(await keys.learn([])).toBe(false);
  });

  it('mark keys that are not returned until they are read again, and do not add keys that never existed', async () => {
    const { keys } = await catalogues.of(id);
    await keys.learn([read('a')]);
    await keys.learn([
      { kind: 'not-returned', key: 'a', at: 9, conflict: null },
      { kind: 'not-returned', key: 'never', at: 9, conflict: null },
    ]);
    expect(await allEntries(catalogues, id)).toMatchObject([{ key: 'a', gone: true, verdict: 'green' }]);
    await keys.learn([read('a')]);
    expect(await allEntries(catalogues, id)).toMatchObject([{ key: 'a', gone: false }]);
  });

  it('distinguish keys that only look the same', async () => {
    const { keys } = await catalogues.of(id);
    const odd = ['__proto__', 'caf\u00e9', 'cafe\u0301', '\ud800', '\ud801', ' a', 'a ', ''];
    await keys.learn(odd.map((key) => read(key)));
    await restart();
    const entries = await allEntries(catalogues, id);
    expect(new Set(entries.map(({ key }) => key))).toEqual(new Set(odd));
  });

  it('forget keys for good', async () => {
    const { keys } = await catalogues.of(id);
    await keys.learn([read('a'), read('b')]);
    expect(await keys.forget({ kind: 'keys', keys: ['a', 'unknown', 'a'] })).toBe(1);
    await restart();
    expect(await allEntries(catalogues, id)).toMatchObject([{ key: 'b' }]);
  });
});

describe('coverage', () => {
  it('counts distinct leaves in the largest tree', async () => {
    const { keys, ledger } = await catalogues.of(id);
    expect((await catalogues.summary(id)).coverage).toEqual({ knownLeaves: 0, treeSize: null });
    await keys.learn([read('a', '1'), read('b', '2'), read('c', '2'), read('d')]);
    await ledger.append(root('aa', 9n, 1));
    await ledger.append(root('bb', 12n, 2));
    expect((await catalogues.summary(id)).coverage).toEqual({ knownLeaves: 2, treeSize: '12' });
  });
});

describe('the root ledger', () => {
  it('knows after a restart what it knew before', async () => {
    const { ledger } = await catalogues.of(id);
    await Promise.all([ledger.append(root('aa', 5n, 1)), ledger.append(root('bb', 6n, 2))]);
    await ledger.append(root('cc', 4n, 9));
    await restart();
    const reopened = (await catalogues.of(id)).ledger;
    expect(reopened.status({ rootHash: 'bb', treeSize: 6n }, { askedAt: 20, at: 20 })).toMatchObject({
      kind: 'seen',
    });
    expect(reopened.status({ rootHash: 'cc', treeSize: 4n }, { askedAt: 20, at: 20 })).toMatchObject({
      kind: 'contradiction',
    });
    expect(reopened.largestSize()).toBe(6n);
    expect(reopened.recoveredFrom).toBeNull();
  });

  it('returns its newest root after a restart, with its status against earlier roots', async () => {
    expect((await catalogues.summary(id)).lastRoot).toBeNull();
    const { ledger } = await catalogues.of(id);
    await ledger.append(root('aa', 5n, 1));
    await restart();
    expect((await catalogues.summary(id)).lastRoot).toMatchObject({
      rootHash: 'aa',
      treeSize: '5',
      status: { kind: 'seen' },
    });
    const reopened = (await catalogues.of(id)).ledger;
    await reopened.append(root('bb', 4n, 9));
    expect(reopened.lastRoot()).toMatchObject({
      rootHash: 'bb',
      treeSize: '4',
      status: { kind: 'contradiction' },
    });
    await reopened.append({ ...root('cc', 10n ** 18n, 10), path: 'fail' });
    expect(reopened.lastRoot()).toMatchObject({
      rootHash: 'cc',
      treeSize: null,
      status: { kind: 'seen' },
    });
  });

  it('remembers across a restart which root the user accepted, and which writes returned no root', async () => {
    const { ledger } = await catalogues.of(id);
    await ledger.append(root('aa', 5n, 10));
    await ledger.append(root('bb', 5n, 20));
    await ledger.accept('bb', 30);
    await ledger.appendWrite({ askedAt: 40, at: 50, endpoint: 'POST /atoms', requestId: 'w' });
    await restart();
    const reopened = (await catalogues.of(id)).ledger;
    const asking = { askedAt: 60, at: 61 };
    expect(reopened.recoveredFrom).toBeNull();
    expect(reopened.status({ rootHash: 'bb', treeSize: 5n }, asking)).toMatchObject({ kind: 'seen' });
    // Without the write, another root of this size would be unexplained.
    expect(reopened.status({ rootHash: 'dd', treeSize: 5n }, asking)).toMatchObject({ kind: 'new' });
    expect(reopened.lastRoot()).toMatchObject({ rootHash: 'bb', status: { kind: 'seen' } });
  });

  it('ignores the tree size in a failed proof', async () => {
    const { ledger } = await catalogues.of(id);
    await ledger.append({ ...root('aa', 10n ** 18n), path: 'fail' });
    expect(ledger.largestSize()).toBeNull();
    expect(ledger.status({ rootHash: 'bb', treeSize: 5n }, { askedAt: 9, at: 9 })).toEqual({ kind: 'new' });
  });

  it('is set aside if an entry was changed; the known keys are kept', async () => {
    const { keys, ledger } = await catalogues.of(id);
    await keys.learn([read('a')]);
    for (const [i, size] of [5n, 6n, 7n].entries()) await ledger.append(root(`a${String(i)}`, size, i + 1));
    await catalogues.close();
    const file = path.join(folder, id, 'root-ledger', 'entries.jsonl');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"treeSize":"6"', '"treeSize":"7"'));

    catalogues = cataloguesHere(folder);
    const listing = await catalogues.summary(id);
    expect(listing.recoveredFrom).toBe(path.join(folder, id, 'root-ledger.damaged-7'));
    expect(await allEntries(catalogues, id)).toMatchObject([{ key: 'a' }]);
    expect(await readdir(path.join(folder, id, 'root-ledger.damaged-7'))).toContain('entries.jsonl');
  });
});

describe('damage', () => {
  it.each([
    ['CURRENT', 'x'],
    ['MANIFEST-000002', 'garbage'.repeat(100)],
    ['MANIFEST-000002', null],
  ])('in %s: the catalogue is set aside and a new one started; the ledger is kept', async (name, content) => {
    const { keys, ledger } = await catalogues.of(id);
    await keys.learn([read('a')]);
    await ledger.append(root('aa', 5n));
    await catalogues.close();
    const file = path.join(folder, id, 'keys', name);
    if (content === null) await rm(file);
    else await writeFile(file, content);

    catalogues = cataloguesHere(folder);
    expect(await catalogues.summary(id)).toMatchObject({
      keys: 0,
      coverage: { knownLeaves: 0, treeSize: '5' },
      lastRoot: { rootHash: 'aa', treeSize: '5', status: { kind: 'seen' } },
      recoveredFrom: path.join(folder, id, 'keys.damaged-7'),
    });
    await (await catalogues.of(id)).keys.learn([read('b')]);
    await restart();
    expect(await catalogues.summary(id)).toMatchObject({ keys: 1, recoveredFrom: null });
  });
});

describe('removing a connection', () => {
  it('deletes its folder, keeps the others, and allows starting over', async () => {
    const other = 'two' as ConnectionId;
    await (await catalogues.of(id)).keys.learn([read('a')]);
    await (await catalogues.of(other)).keys.learn([read('b')]);
    await catalogues.forget(id);
    expect(await readdir(folder)).toEqual([other]);
    expect(await allEntries(catalogues, id)).toEqual([]);
    await catalogues.forget('never' as ConnectionId);
  });
});
