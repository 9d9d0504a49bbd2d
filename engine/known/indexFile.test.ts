import { copyFile, cp, mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ClassicLevel } from 'classic-level';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import { openKeyStore, type KeyStore } from './keyStore.ts';
import { indexFileOf } from './indexFile.ts';
import type { KeyNews } from './keyNews.ts';

let root: string;
let folder: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'index-file-'));
  folder = path.join(root, 'keys');
});
afterEach(() => rm(root, { recursive: true }));

const bin = () => `${folder}-index.bin`;
const stamp = () => `${folder}-index.json`;

const open = (firstRevision = 0): Promise<KeyStore> =>
  openKeyStore(folder, { now: () => 7, firstRevision, fewestToSave: 1 });

/** Keys whose order, case and encoding differ, read in several ways. */
const odd = ['Zeta', 'a.b.c', 'a-b', '\ud83d\ude00.x', '\ud800', 'é', 'ſ.K', '', 'v1.user.name'];

function readNews(
  key: string,
  at: number,
  fields: Partial<Extract<KeyNews, { kind: 'read' }>> = {},
): KeyNews {
  return {
    kind: 'read',
    key,
    source: 'recall',
    at,
    version: at % 3,
    hash: at.toString(16).padStart(64, '0'),
    leafIndex: String(at),
    verdict: at % 4 === 0 ? 'red' : 'green',
    placed: { rootHash: '5'.repeat(64), treeSize: '1000', path: 'pass' },
    ...fields,
  };
}

async function fill(store: KeyStore): Promise<void> {
  await store.learn(odd.map((key, at) => readNews(key, at + 1)));
  await store.learn([
    { kind: 'named', key: 'only.named', source: 'prediction', at: 30 },
    readNews('long.leaf', 31, { leafIndex: '12345678901234567890', hash: 'not packed' }),
    // Another leaf in the same tree: a contradiction that is kept as a mark.
    readNews('a.b.c', 32, { leafIndex: '2', hash: 'e'.repeat(64) }),
    { kind: 'not-returned', key: 'Zeta', at: 33, conflict: null },
  ]);
  await store.annotate(['é', 'a-b'], { bookmarked: true, note: 'a “note”', addTags: ['tag', 'ä'] });
}

const wholeTree = {
  filter: { text: '', mode: 'contains' },
  delimiter: '.',
  open: { others: true, except: [] },
} as const;

/** Everything that the window can see. */
function seen(store: KeyStore) {
  const { index } = store;
  const inOrder = { ...wholeTree, path: '', sort: { column: 'key', direction: 'ascending' } } as const;
  const window = { from: 0, to: 1_000 };
  return {
    entries: index.atoms(inOrder, window).rows,
    byLeaf: index.atoms({ ...inOrder, sort: { column: 'leaf', direction: 'descending' } }, window).rows,
    tree: index.tree(wholeTree, window).rows,
    found: ['K', 'B', 'é', 'name'].map(
      (text) => index.keys({ ...inOrder, filter: { text, mode: 'contains' } }, window).rows,
    ),
    counts: { ...store.counts(1_000n, []), revision: 0 },
    leafMap: { ...store.leafMap(1_000n, 10, []), revision: 0 },
  };
}

/** Opens, looks, and closes. */
async function look(): Promise<ReturnType<typeof seen>> {
  const store = await open();
  const found = seen(store);
  await store.close();
  return found;
}

async function filled(): Promise<ReturnType<typeof seen>> {
  const store = await open();
  await fill(store);
  const found = seen(store);
  await store.close();
  return found;
}

const writtenAt = async (): Promise<bigint> => (await stat(bin(), { bigint: true })).mtimeNs;

it('opens with the same rows as the records, and is only written again after a change', async () => {
  const before = await filled();
  const written = await writtenAt();
  expect(await look()).toEqual(before);
  expect(await look()).toEqual(before);
  expect(await writtenAt()).toBe(written);

  const store = await open(40);
  expect(store.index.revision()).toBe(40);
  expect(await store.learn([readNews('v1.user.name', 50), readNews('new', 51)])).toBe(true);
  await store.forget({ kind: 'keys', keys: ['a-b'] });
  // What is forgotten must not stay on disk in it.
  await expect(stat(bin())).rejects.toThrow('ENOENT');
  const after = seen(store);
  await store.close();
  expect(after.entries.map(({ key }: CatalogueEntry) => key)).not.toContain('a-b');
  expect(await look()).toEqual(after);
});

it('is written again if it is damaged or cut', async () => {
  const before = await filled();
  const good = await readFile(bin());
  const places = [0, 8, 33, Math.floor(good.length / 2), good.length - 1];
  for (const at of places) {
    const damaged = Buffer.from(good);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    await writeFile(bin(), damaged);
    expect(await look()).toEqual(before);
    expect(await readFile(bin())).toEqual(good);
  }
  for (const length of [0, 31, Math.floor(good.length / 3), good.length - 1]) {
    await truncate(bin(), length);
    expect(await look()).toEqual(before);
    expect(await readFile(bin())).toEqual(good);
  }
  for (const text of ['', '{', '{"version":1}', '[]']) {
    await writeFile(stamp(), text);
    expect(await look()).toEqual(before);
  }
  await rm(stamp());
  expect(await look()).toEqual(before);
  await rm(bin());
  expect(await look()).toEqual(before);
  expect(await readFile(bin())).toEqual(good);
});

it('is not used with any bit changed, nor cut at any byte', async () => {
  const store = await open();
  await store.learn([readNews('a.b', 1), readNews('a.é', 2)]);
  await store.close();
  const file = indexFileOf(folder);
  const good = await readFile(bin());
  expect((await file.read())?.index.keys).toEqual(['a.b', 'a.é']);
  for (let at = 0; at < good.length; at += 1) {
    const damaged = Buffer.from(good);
    damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
    await writeFile(bin(), damaged);
    expect(await file.read()).toBeNull();
    await writeFile(bin(), good.subarray(0, at));
    expect(await file.read()).toBeNull();
  }
});

it('of an earlier version of the app is written again', async () => {
  const before = await filled();
  const good = await readFile(bin());
  const stamped = JSON.parse(await readFile(stamp(), 'utf8')) as object;
  await writeFile(stamp(), JSON.stringify({ ...stamped, version: 1, checksum: '0123456789abcdef' }));
  expect(await look()).toEqual(before);
  expect(await readFile(bin())).toEqual(good);
  expect(await readFile(stamp(), 'utf8')).toContain('"version":3');
});

it('is not used once anything else has changed the database', async () => {
  await filled();
  const kept = path.join(root, 'kept');
  await mkdir(kept);
  for (const file of [bin(), stamp()]) await copyFile(file, path.join(kept, path.basename(file)));
  const putBack = async (): Promise<void> => {
    for (const file of [bin(), stamp()]) await copyFile(path.join(kept, path.basename(file)), file);
  };

  // An app that knows nothing of the file, such as an older one.
  const other = new ClassicLevel(folder);
  await other.open();
  await other.del(JSON.stringify('Zeta'));
  await other.close();
  expect((await look()).entries.map(({ key }) => key)).not.toContain('Zeta');

  // Our own changes, and then a file from before them.
  const store = await open();
  await store.forget({ kind: 'keys', keys: ['é'] });
  await store.close();
  const after = await look();
  await putBack();
  expect(await look()).toEqual(after);

  // A change without closing, as in a crash.
  const crashing = await open();
  await crashing.forget({ kind: 'keys', keys: ['a-b'] });
  const inCrash = path.join(root, 'crashed');
  await cp(folder, path.join(inCrash, 'keys'), { recursive: true });
  await crashing.close();
  folder = path.join(inCrash, 'keys');
  await putBack();
  const crashed = await look();
  expect(crashed.entries.map(({ key }) => key)).not.toContain('a-b');
  expect(crashed.entries).toHaveLength(after.entries.length - 1);
});

it('of another connection is not used', async () => {
  const before = await filled();
  const mine = folder;
  folder = path.join(root, 'others');
  const store = await open();
  await store.learn([readNews('other.key', 1)]);
  await store.close();
  const [foreignBin, foreignStamp] = [bin(), stamp()];
  folder = mine;
  await copyFile(foreignBin, bin());
  expect(await look()).toEqual(before);
  await copyFile(foreignBin, bin());
  await copyFile(foreignStamp, stamp());
  expect(await look()).toEqual(before);
});

it('from a newer version of the app is left as it is', async () => {
  const before = await filled();
  const newer = JSON.stringify({ version: 4, anything: true });
  await writeFile(stamp(), newer);
  await writeFile(bin(), 'newer');
  const store = await open();
  expect(seen(store)).toEqual(before);
  await store.learn([readNews('new', 60)]);
  await store.close();
  expect(await readFile(stamp(), 'utf8')).toBe(newer);
  expect(await readFile(bin(), 'utf8')).toBe('newer');
  expect((await look()).entries).toHaveLength(before.entries.length + 1);
});

it('is not used for a database that replaces a damaged one, and not made for few keys', async () => {
  await filled();
  await writeFile(path.join(folder, 'CURRENT'), 'MANIFEST-999999\n');
  const sizes = JSON.parse(await readFile(stamp(), 'utf8')) as { files: [string, number][] };
  for (const file of sizes.files) if (file[0] === 'CURRENT') file[1] = 'MANIFEST-999999\n'.length;
  await writeFile(stamp(), JSON.stringify(sizes));
  const store = await open();
  expect(store.recoveredFrom).not.toBeNull();
  expect(store.index.size()).toBe(0);
  await store.close();
  await expect(stat(bin())).rejects.toThrow('ENOENT');
});
