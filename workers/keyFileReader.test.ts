import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readKeyFile } from './keyFileReader.ts';
import { bundleWorker } from './testing/bundleWorker.ts';

let folder: string;
let worker: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atom-key-file-'));
  worker = await bundleWorker('keyFileWorker', folder);
});
afterAll(() => rm(folder, { recursive: true }));

describe('reading a key file in a thread', () => {
  it('returns its keys', async () => {
    const bytes = new TextEncoder().encode('key\nv1.a\nv1.b\n');
    const parsed = await readKeyFile(worker, {
      name: 'a.csv',
      bytes,
      choice: null,
    });
    expect(parsed).toMatchObject({ ok: true, format: 'csv', list: { keys: ['v1.a', 'v1.b'] } });
  });

  it('rejects when the thread fails, and when it ends without a result', async () => {
    const task = { name: 'a.txt', bytes: new Uint8Array(), choice: null };
    await writeFile(join(folder, 'broken.cjs'), "throw new Error('broken');");
    await expect(readKeyFile(join(folder, 'broken.cjs'), task)).rejects.toThrow('broken');
    await writeFile(join(folder, 'silent.cjs'), '');
    await expect(readKeyFile(join(folder, 'silent.cjs'), task)).rejects.toThrow('without a result');
  });
});
