import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { forgetRecordings } from './earlierRecordings.ts';

const id = 'a' as ConnectionId;

let profile: string;
let folder: string;
beforeEach(async () => {
  profile = await mkdtemp(path.join(tmpdir(), 'atom-recordings-'));
  folder = path.join(profile, 'recordings');
});
afterEach(() => rm(profile, { recursive: true, force: true }));

function begun(connectionId: string | null): string {
  const names = { name: 'atlas, session 1', connectionName: 'atlas' };
  return JSON.stringify({ type: 'begun', version: 1, ...names, connectionId, startedAt: 1 });
}

it('deletes the recordings of the removed connection, whole or damaged, and no others', async () => {
  await mkdir(folder);
  const step = '{"type":"step","step":{"kind":"read","at":1,"key":"v1.a","atom":null}}';
  await writeFile(path.join(folder, 'whole.jsonl'), `${begun('a')}\n${step}\n`);
  await writeFile(path.join(folder, 'empty.jsonl'), `${begun('a')}\n`);
  await writeFile(path.join(folder, 'broken.jsonl.damaged-7'), `${begun('a')}\nnot JSON\n`);
  await writeFile(path.join(folder, 'other.jsonl'), `${begun('b')}\n${begun('a')}\n`);
  await writeFile(path.join(folder, 'imported.jsonl'), `${begun(null)}\n${step}\n`);
  await writeFile(path.join(folder, 'unreadable.jsonl'), 'not JSON\n');
  await writeFile(path.join(folder, 'torn.jsonl'), '');
  await forgetRecordings(folder, id);
  expect((await readdir(folder)).sort()).toEqual([
    'imported.jsonl',
    'other.jsonl',
    'torn.jsonl',
    'unreadable.jsonl',
  ]);
});

it('does nothing in a profile without recordings', async () => {
  await forgetRecordings(folder, id);
  expect(await readdir(profile)).toEqual([]);
});
