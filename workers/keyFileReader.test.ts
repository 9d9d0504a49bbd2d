import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readKeyFile } from './keyFileReader.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atom-key-file-'));
  await build({
    root: resolve(import.meta.dirname, '..'),
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: 'workers/keyFileWorker.ts',
      outDir: folder,
      target: 'node18',
      rollupOptions: { output: { format: 'cjs', entryFileNames: 'keyFileWorker.cjs' } },
    },
  });
});
afterAll(() => rm(folder, { recursive: true }));

describe('reading a file of keys in a thread', () => {
  it('gives its keys', async () => {
    const bytes = new TextEncoder().encode('key\nv1.a\nv1.b\n');
    const parsed = await readKeyFile(join(folder, 'keyFileWorker.cjs'), { name: 'a.csv', bytes, choice: null });
    expect(parsed).toMatchObject({ ok: true, format: 'csv', list: { keys: ['v1.a', 'v1.b'] } });
  });

  it('rejects when the thread fails, and when it ends without a word', async () => {
    const task = { name: 'a.txt', bytes: new Uint8Array(), choice: null };
    await writeFile(join(folder, 'broken.cjs'), "throw new Error('broken');");
    await expect(readKeyFile(join(folder, 'broken.cjs'), task)).rejects.toThrow('broken');
    await writeFile(join(folder, 'silent.cjs'), '');
    await expect(readKeyFile(join(folder, 'silent.cjs'), task)).rejects.toThrow('without an answer');
  });
});
