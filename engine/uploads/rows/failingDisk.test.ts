import { randomBytes } from 'node:crypto';
import type * as Files from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { readRecords } from '../source/readRecords.ts';
import { readSample } from '../source/readSample.ts';
import { openHostedRows } from './hostedRows.ts';

const disk = vi.hoisted(() => ({ syncsFail: false }));
vi.mock('node:fs', async (original) => {
  const real = await original<typeof Files>();
  return {
    ...real,
    fdatasyncSync: (descriptor: number) => {
      if (disk.syncsFail) throw Object.assign(new Error('EIO'), { code: 'EIO' });
      real.fdatasyncSync(descriptor);
    },
  };
});

const folder = mkdtempSync(join(tmpdir(), 'failing-disk-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('a change of rows that was reported as failed does not appear after a restart', async () => {
  const source = Buffer.from('key,value\na,1\nb,2\n');
  const dataKey = randomBytes(32);
  const open = (firstRevision: number) =>
    openHostedRows({
      folder,
      dataKey,
      file: { name: 'rows.csv', bytes: source.length },
      reading: { readSample, readRecords },
      firstRevision,
    });
  const rows = open(1);
  await rows.addSource(source);
  await rows.sample(null);
  const mapping = {
    key: '{key}',
    value: { kind: 'template', template: '{value}' },
    trimKeys: false,
  } as const;
  const sizes = {
    largestAccepted: null,
    smallestRefused: null,
    largestBatchAccepted: null,
    smallestBatchRefused: null,
  };
  expect(await rows.stage({ mapping, sizes }, () => undefined, new AbortController().signal)).toEqual({
    ok: true,
  });
  await rows.change(0, { key: 'a', value: 'kept' });
  disk.syncsFail = true;
  await expect(rows.change(0, { key: 'a', value: 'failed' })).rejects.toThrow('EIO');
  await expect(rows.drop({ kind: 'rows', rows: [1] }, true)).rejects.toThrow('EIO');
  disk.syncsFail = false;
  const shown = async (from: typeof rows) => {
    const { rows: found } = await from.rows({}, { from: 0, to: 2 });
    return Promise.all(found.map(async ({ row, status }) => [(await from.row(row))?.value, status]));
  };
  const before = await shown(rows);
  expect(before).toEqual([
    ['kept', 'ready'],
    ['2', 'ready'],
  ]);
  await rows.close();
  const again = open(100);
  expect(await shown(again)).toEqual(before);
  await again.close();
});
