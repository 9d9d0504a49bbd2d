import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { KeyStatement } from '#shared/domain/keyMemory.ts';
import type { KeyNews } from './keyNews.ts';
import { openDatabase, type Database } from '../storage/database.ts';
import { openKeyStore, type KeyStore } from './keyStore.ts';

const key = 'v1.fact.one';
const leafHash = 'ab'.repeat(32);
const valueHash = 'cd'.repeat(32);
const [oldRoot, newRoot] = ['01'.repeat(32), '02'.repeat(32)];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'repeated-'));
});
afterEach(() => rm(folder, { recursive: true }));

const file = () => path.join(folder, 'keys');
const open = (): Promise<KeyStore> => openKeyStore(file(), { now: Date.now, firstRevision: 0 });

function reading(at: number, change: Partial<KeyStatement> = {}): KeyNews {
  const statement: KeyStatement = {
    version: 1,
    valueHash,
    leafHash,
    rootHash: oldRoot,
    treeSize: '10',
    at,
    verdict: 'green',
    ...change,
  };
  return {
    kind: 'read',
    key,
    source: 'lookup',
    at,
    version: 1,
    hash: statement.leafHash,
    leafIndex: '7',
    verdict: statement.verdict,
    placed: { rootHash: statement.rootHash ?? '', treeSize: '10', path: 'pass' },
    said: { statement, finding: null },
  };
}

/** Reads it again at 200, under another root, as audits of earlier versions saved it. */
async function repeat(): Promise<void> {
  const store = await open();
  await store.learn([reading(100)]);
  await store.close();
  const { database } = await openDatabase({ folder: file(), load: async () => null, now: Date.now });
  await database.put(`r${JSON.stringify(key)}`, JSON.stringify([200, newRoot, '11']));
  await database.close();
}

async function repeatRecords(): Promise<readonly string[]> {
  const { database, loaded } = await openDatabase({
    folder: file(),
    load: (opened: Database) => opened.keys({ gte: 'r', lt: 's' }).all(),
    now: Date.now,
  });
  await database.close();
  return loaded;
}

it('has the time and the root of the newest reading, also after it is opened again', async () => {
  await repeat();
  const store = await open();
  expect(store.index.get(key)).toMatchObject({ readAt: 200, placed: { rootHash: newRoot, treeSize: '11' } });
  expect((await store.remembered([key])).get(key)).toMatchObject({
    last: { at: 200, rootHash: newRoot, treeSize: '11', valueHash, leafHash },
    firstAt: 100,
    proven: { at: 200, rootHash: newRoot },
  });
  await store.close();
});

it('keeps under which root a key was proven, if the next reading fails or does not return it', async () => {
  await repeat();
  for (const news of [
    reading(300, { verdict: 'red', leafHash: '99'.repeat(32) }),
    { kind: 'not-returned', key, at: 400, conflict: null } as const,
  ]) {
    const store = await open();
    await store.learn([news]);
    await store.close();
    const again = await open();
    expect((await again.remembered([key])).get(key)).toMatchObject({
      last: { at: 200, rootHash: newRoot, leafHash },
      proven: { at: 200, rootHash: newRoot, treeSize: '11' },
    });
    await again.close();
  }
});

it('says nothing about a later reading, even if the clock was set back before that', async () => {
  await repeat();
  const store = await open();
  const laterRoot = '03'.repeat(32);
  const later = reading(150, { version: 2, leafHash: '77'.repeat(32), rootHash: laterRoot });
  if (later.kind !== 'read') throw new Error('It is a reading.');
  await store.learn([
    { ...later, version: 2, placed: { rootHash: laterRoot, treeSize: '10', path: 'pass' } },
  ]);
  await store.close();
  const again = await open();
  expect(again.index.get(key)).toMatchObject({ version: 2, readAt: 150, placed: { rootHash: laterRoot } });
  expect((await again.remembered([key])).get(key)).toMatchObject({
    proven: { rootHash: laterRoot, at: 150 },
  });
  await again.close();
  expect(await repeatRecords()).toEqual([]);
});

it('forgets them with the key', async () => {
  await repeat();
  const store = await open();
  await store.forget({ kind: 'keys', keys: [key] });
  await store.learn([reading(150)]);
  await store.close();
  const again = await open();
  expect(again.index.get(key)).toMatchObject({ readAt: 150, placed: { rootHash: oldRoot } });
  await again.close();
});
