import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { measureStorage } from './storageUse.ts';

const one = 'one' as ConnectionId;
const two = 'two' as ConnectionId;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'storage-use-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(name: string, bytes: number): Promise<void> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, Buffer.alloc(bytes));
}

it('adds up the files of each part and connection, at any depth', async () => {
  await put('catalogue/one/keys/000001.log', 100);
  await put('discovery/one.jsonl', 20);
  await put('history/one/records/a', 3_000);
  await put('history/two/records/a', 7);
  await put('audits/one/x/records.jsonl', 5);
  await put('audit-schedules/one/schedules.json', 6);
  await put('browse/one/layout.json', 8);
  await put('logs/main.log', 50);
  const { connections, log } = await measureStorage(folder, path.join(folder, 'logs'), [one, two]);
  expect(log).toBe(50);
  expect(connections.map(({ id }) => id)).toEqual([one, two]);
  expect(connections[0]?.bytes).toMatchObject({ keys: 120, values: 3_000, audits: 11, drafts: 0, other: 8 });
  expect(connections[1]?.bytes).toMatchObject({ keys: 0, values: 7 });
});

it('does not follow links out of the folder', async () => {
  await put('elsewhere/large', 9_000);
  await put('uploads/one/rows', 4);
  await symlink(path.join(folder, 'elsewhere'), path.join(folder, 'uploads/one/link'));
  const { connections } = await measureStorage(folder, path.join(folder, 'logs'), [one]);
  expect(connections[0]?.bytes.uploads).toBe(4);
});

it('says that a part could not be read, instead of that it is empty', async () => {
  // In place of the folder of all drafts.
  await put('drafts', 1);
  const { connections } = await measureStorage(folder, path.join(folder, 'logs'), [one]);
  expect(connections[0]?.bytes).toMatchObject({ drafts: null, writes: 0 });
});
