import { mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { NewerFileError } from './fileFormat.ts';
import { openJsonStore, type JsonChange } from './jsonStore.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'json-store-'));
  file = path.join(folder, 'a.json');
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const format = { version: 1, schema: z.object({ n: z.number() }) };
const open = (ifNewer?: 'hold') => openJsonStore({ file, format, fresh: { n: 0 }, now: () => 7, ifNewer });
const saved = async (): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));
const plus = ({ n }: { readonly n: number }): JsonChange<{ readonly n: number }, number> => ({
  value: { n: n + 1 },
  result: n,
});

it('changes one value after the other, and is in force once it is on disk', async () => {
  const store = await open();
  const seen: unknown[] = [];
  const second = store
    .change(plus)
    .then(() => store.change((now) => ({ ...plus(now), inForce: () => seen.push(store.value()) })));
  expect(await Promise.all([second, store.change(plus)])).toEqual([2, 1]);
  expect([seen, await saved(), store.value()]).toEqual([[{ n: 3 }], { n: 3 }, { n: 3 }]);
  expect((await open()).value()).toEqual({ n: 3 });
});

it('changes nothing if the disk fails, and goes on after that', async () => {
  const store = await open();
  await mkdir(`${file}.new`);
  await expect(store.change(plus)).rejects.toThrow('EISDIR');
  expect(store.value()).toEqual({ n: 0 });
  await rmdir(`${file}.new`);
  expect(await store.change(plus)).toBe(0);
  expect(await saved()).toEqual({ n: 1 });
});

it('holds a value that could not be saved, saves it later, and what is on disk only once', async () => {
  const store = await open();
  await mkdir(`${file}.new`);
  store.set({ n: 5 });
  await expect(store.save()).rejects.toThrow('EISDIR');
  expect(store.value()).toEqual({ n: 5 });
  await rmdir(`${file}.new`);
  await store.save();
  expect(await saved()).toEqual({ n: 5 });
  await rm(file);
  store.set({ n: 5 });
  await store.save();
  await expect(saved()).rejects.toThrow('ENOENT');
});

it('writes nothing after it was closed, or beside a file of a newer app version', async () => {
  const store = await open();
  await store.close();
  await store.change(plus);
  expect(store.value()).toEqual({ n: 1 });
  await expect(saved()).rejects.toThrow('ENOENT');
  await writeFile(file, '{"version":2}');
  await expect(open()).rejects.toThrow(NewerFileError);
  const held = await open('hold');
  await held.change(plus);
  await held.close();
  expect([held.value(), await saved()]).toEqual([{ n: 1 }, { version: 2 }]);
});
