import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openThread } from './openUploadRows.ts';
import type { UploadRows } from './uploadRows.ts';

/** A thread that opens and then hangs in the next call. */
const stuck = `
const { parentPort } = require('node:worker_threads');
parentPort.once('message', ({ id }) => {
  parentPort.postMessage({ id, ok: true, value: 1 });
  parentPort.on('message', () => { for (;;) {} });
});
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stuck-thread-'));
  await writeFile(join(folder, 'stuck.cjs'), stuck);
});
afterAll(() => rm(folder, { recursive: true }));

const open = (): Promise<UploadRows> =>
  openThread(
    {
      workerFile: join(folder, 'stuck.cjs'),
      folder,
      dataKey: new Uint8Array(32),
      file: { name: 'a', bytes: 1 },
    },
    50,
  );
const stage = (rows: UploadRows, signal: AbortSignal): Promise<unknown> => {
  const mapping = { key: '{a}', value: { kind: 'object', columns: [] }, trimKeys: false } as const;
  const sizes = {
    largestAccepted: null,
    smallestRefused: null,
    largestBatchAccepted: null,
    smallestBatchRefused: null,
  };
  return rows.stage({ mapping, sizes }, () => undefined, signal);
};

it('a thread that does not stop when the user cancels is terminated', async () => {
  const rows = await open();
  const cancel = new AbortController();
  const staging = stage(rows, cancel.signal);
  cancel.abort();
  await expect(staging).rejects.toThrow('did not stop, so it was terminated');
  await expect(rows.counts()).rejects.toThrow('did not stop, so it was terminated');
  await rows.close();
});

it('a thread that does not close is terminated', async () => {
  const rows = await open();
  const staging = stage(rows, new AbortController().signal);
  const failed = staging.catch((error: unknown) => String(error));
  await rows.close();
  expect(await failed).toContain('closed');
});
