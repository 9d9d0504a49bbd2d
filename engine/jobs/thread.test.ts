import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { parseKeyFile } from '../discovery/imports/parseKeyFile.ts';
import { builtPrograms } from '../testing/builtPrograms.ts';
import { eachInThread } from './thread.ts';

let folder: string;
let worker: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threads-'));
  worker = join(await builtPrograms(), 'key-file-worker.js');
});
afterAll(() => rm(folder, { recursive: true }));

const readKeyFile = (file: string, bytes: Uint8Array) =>
  eachInThread<{ parseKeyFile: typeof parseKeyFile }>(file).parseKeyFile({
    name: 'a.csv',
    bytes,
    choice: null,
  });

describe('reading a key file in a thread of its own', () => {
  it('returns its keys', async () => {
    const bytes = new TextEncoder().encode('key\nv1.a\nv1.b\n');
    const parsed = await readKeyFile(worker, bytes);
    expect(parsed).toMatchObject({ ok: true, format: 'csv', list: { keys: ['v1.a', 'v1.b'] } });
  });

  it('rejects when the thread fails, and when it ends without a result', async () => {
    await writeFile(join(folder, 'broken.cjs'), "throw new Error('broken');");
    await expect(readKeyFile(join(folder, 'broken.cjs'), new Uint8Array())).rejects.toThrow(
      'The worker thread crashed: broken',
    );
    await writeFile(join(folder, 'silent.cjs'), '');
    await expect(readKeyFile(join(folder, 'silent.cjs'), new Uint8Array())).rejects.toThrow(
      'The worker thread has ended.',
    );
  });

  it('rejects when a message on either side cannot be read', async () => {
    const post = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker) {
      this.emit('messageerror', new Error('no such class'));
    });
    await expect(readKeyFile(worker, new Uint8Array())).rejects.toThrow('sent a message that cannot be read');
    post.mockRestore();

    const deaf = join(folder, 'unreadable.cjs');
    const emits =
      "require('node:worker_threads').parentPort.emit('messageerror', new Error('no such class'));";
    await writeFile(deaf, `require(${JSON.stringify(worker)});\n${emits}`);
    await expect(readKeyFile(deaf, new Uint8Array())).rejects.toThrow('crashed: no such class');
  });

  it('ends a thread that does not hear of an abort', async () => {
    await writeFile(
      join(folder, 'deaf.cjs'),
      "require('node:worker_threads').parentPort.on('message', () => { for (;;) {} });",
    );
    const stop = new AbortController();
    const { wait } = eachInThread<{ wait: (signal: AbortSignal) => null }>(join(folder, 'deaf.cjs'), {
      graceMs: 0,
    });
    const waiting = wait(stop.signal);
    stop.abort();
    await expect(waiting).rejects.toThrow('did not stop, so it was terminated');
  });
});
