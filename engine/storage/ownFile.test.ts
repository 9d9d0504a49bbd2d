import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readOwnText } from './ownFile.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'own-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('reads a file whole', async () => {
  const file = path.join(folder, 'state.json');
  await writeFile(file, '{"ä": 1}');
  expect(await readOwnText(file)).toBe('{"ä": 1}');
  await expect(readOwnText(path.join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
});

it('never waits for what is not a file', async () => {
  const pipe = path.join(folder, 'pipe');
  await promisify(execFile)('mkfifo', [pipe]);
  for (const other of [pipe, '/dev/zero', folder])
    await expect(readOwnText(other)).rejects.toMatchObject({ code: 'NOT_A_FILE' });
});
