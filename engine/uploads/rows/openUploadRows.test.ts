import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtPrograms } from '../../testing/builtPrograms.ts';
import { openUploadRows } from './openUploadRows.ts';
import type { UploadRows } from './uploadRows.ts';

let worker: string;
beforeAll(async () => {
  worker = join(await builtPrograms(), 'upload-rows-worker.js');
});

let folder: string;
const opened: UploadRows[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atom-upload-rows-'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((rows) => rows.close()));
  await rm(folder, { recursive: true });
});

const dataKey = randomBytes(32);
const sizes = {
  largestAccepted: null,
  smallestRefused: null,
  largestBatchAccepted: null,
  smallestBatchRefused: null,
};
const never = new AbortController().signal;
const nobody = (): void => undefined;

async function openWith(bytes: number, key: Uint8Array = dataKey): Promise<UploadRows> {
  const rows = await openUploadRows({
    workerFile: worker,
    folder: join(folder, 'upload'),
    dataKey: key,
    file: { name: 'atoms.csv', bytes },
  });
  opened.push(rows);
  return rows;
}

/** Rows of a table of `key,value`. */
async function staged(text: string): Promise<UploadRows> {
  const bytes = new TextEncoder().encode(text);
  const rows = await openWith(bytes.length);
  await rows.addSource(bytes);
  const sample = await rows.sample(null);
  if (!sample.ok) throw new Error('not understood');
  const { suggested: mapping } = sample.sample;
  expect(await rows.stage({ mapping, sizes }, nobody, never)).toEqual({ ok: true });
  return rows;
}

const table = 'key,value\nv1.a,first\nv1.b,second\nv1.a,third\n,fourth\nv1.c,fifth\n';

describe('rows of an upload in a thread', () => {
  it('are read, checked, listed, and taken', async () => {
    const rows = await staged(table);
    const counts = await rows.counts();
    expect(counts).toMatchObject({
      rows: 5,
      statuses: { ready: 2, blocked: 3 },
      problems: { duplicate: 2, 'no-key': 1 },
      readyBytes: 11,
      largestValue: 6,
    });
    const listed = await rows.rows({ problem: 'duplicate' }, { from: 0, to: 10 });
    expect(listed.total).toBe(2);
    expect(listed.rows.map(({ row, place, key, valueStart }) => [row, place, key, valueStart])).toEqual([
      [0, 2, 'v1.a', 'first'],
      [2, 4, 'v1.a', 'third'],
    ]);
    expect(await rows.row(0)).toMatchObject({
      value: 'first',
      cells: [
        { column: 'key', text: 'v1.a' },
        { column: 'value', text: 'first' },
      ],
      sameKey: [2],
    });
    await rows.setDuplicateRule('last');
    const taken = await rows.take({
      from: 0,
      mostRows: 2,
      mostBytes: 1000,
      outcomes: ['waiting'],
      skipSame: true,
    });
    expect(taken).toEqual({
      rows: [
        { row: 1, key: 'v1.b', value: 'second' },
        { row: 2, key: 'v1.a', value: 'third' },
      ],
      next: 4,
    });
  });

  it('are restored with their changes when they are reopened', async () => {
    const first = await staged(table);
    await first.change(3, { key: 'v1.d', value: 'mended' });
    await first.drop({ kind: 'rows', rows: [0] }, true);
    const before = await first.counts();
    await first.close();
    const again = await openWith(table.length);
    expect(await again.counts()).toEqual(before);
    expect(await again.row(3)).toMatchObject({
      key: 'v1.d',
      value: 'mended',
      edited: true,
      status: 'ready',
    });
  });

  it('are sealed on disk, and readable only by their owner', async () => {
    const rows = await staged(table);
    await rows.change(3, { key: 'v1.secretive', value: 'mended' });
    const names = await readdir(join(folder, 'upload'));
    expect([...names].sort()).toEqual(['changes-1', 'columns-1', 'rows-1', 'source']);
    for (const name of names) {
      const path = join(folder, 'upload', name);
      const bytes = await readFile(path, 'latin1');
      for (const word of ['v1.', 'second', 'mended', 'secretive', 'value']) expect(bytes).not.toContain(word);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
    }
    await rows.close();
    await expect(openWith(table.length, randomBytes(32))).rejects.toThrow('sealed with another key');
  });

  it('read a file from disk, and report a missing one', async () => {
    const path = join(folder, 'atoms.csv');
    await writeFile(path, table);
    const rows = await openWith(table.length);
    await expect(rows.addSourceFile(join(folder, 'none'), nobody, never)).rejects.toMatchObject({
      code: 'ENOENT',
    });
    for (const other of [folder, '/dev/zero'])
      await expect(rows.addSourceFile(other, nobody, never)).rejects.toMatchObject({ code: 'NOT_A_FILE' });
    const told: number[] = [];
    await rows.addSourceFile(path, (bytes) => told.push(bytes), never);
    expect(told.at(-1)).toBe(table.length);
    expect(await rows.sample(null)).toMatchObject({ ok: true, sample: { columns: ['key', 'value'] } });
    await writeFile(path, `${table}v1.e,later\n`);
    await rows.addSourceFile(path, nobody, never);
    await expect(rows.sample(null)).rejects.toMatchObject({ code: 'FILE_CHANGED' });
  });

  it('stop staging on request, in the middle of it', async () => {
    const many = `key,value\n${Array.from({ length: 200_000 }, (_, row) => `v1.${String(row)},x`).join('\n')}`;
    const rows = await openWith(many.length);
    await rows.addSource(new TextEncoder().encode(many));
    const sample = await rows.sample(null);
    if (!sample.ok) throw new Error('not understood');
    const stop = new AbortController();
    const told: number[] = [];
    const outcome = await rows.stage(
      { mapping: sample.sample.suggested, sizes },
      (bytesDone) => {
        told.push(bytesDone);
        stop.abort();
      },
      stop.signal,
    );
    expect(outcome).toEqual({ ok: false, refusal: 'stopped' });
    expect(told[0]).toBeLessThan(many.length);
    expect(await rows.counts()).toMatchObject({ rows: 0 });
  });

  it('keep what the user typed and skipped when they are made with another mapping', async () => {
    const rows = await staged('key,value,count\na,1,x\nb,2,2\nc,3,3\n"d\ne",4,4\nf,5,5\n');
    await rows.change(0, { key: 'typed', value: '1' });
    await rows.change(1, { key: 'b', value: 'typed' });
    await rows.drop({ kind: 'rows', rows: [2, 3] }, true);
    const mapping = {
      key: 'v1.{key}',
      value: { kind: 'template', template: '{count}' },
      trimKeys: false,
      changes: [{ from: 'count', name: 'count', keeps: false, steps: [{ kind: 'type', to: 'number' }] }],
    } as const;
    const stop = new AbortController();
    stop.abort();
    expect(await rows.stage({ mapping, sizes }, nobody, stop.signal)).toMatchObject({ ok: false });
    for (let times = 0; times < 2; times++) {
      expect(await rows.stage({ mapping, sizes }, nobody, never)).toEqual({ ok: true });
      const answer = await rows.rows({}, { from: 0, to: 9 });
      expect(
        answer.rows.map(({ key, valueStart, status, edited }) => [key, valueStart, status, edited]),
      ).toEqual([
        // Its value was not typed, and does not fit.
        ['typed', 'x', 'blocked', true],
        ['v1.b', 'typed', 'ready', true],
        ['v1.c', '3', 'dropped', false],
        ['v1.d\ne', '4', 'dropped', false],
        ['v1.f', '5', 'ready', false],
      ]);
    }
    // A corrected value stays so, and a key that is typed corrects no value.
    expect((await rows.change(0, { key: 'typed again', value: 'x' }))?.problems).toEqual(['not-converted']);
    expect(await rows.change(0, { key: 'typed again', value: '8' })).toMatchObject({ status: 'ready' });
    expect(await rows.stage({ mapping, sizes }, nobody, never)).toEqual({ ok: true });
    expect(await rows.row(0)).toMatchObject({ key: 'typed again', value: '8', status: 'ready' });
    await rows.close();
    const again = await openWith(0);
    expect(await again.counts()).toMatchObject({ edited: 2, statuses: { dropped: 2, blocked: 0 } });
  });

  it('reject pending and later calls if the thread crashes', async () => {
    const dying = join(folder, 'dying.cjs');
    await writeFile(
      dying,
      `const { parentPort } = require('node:worker_threads');
      parentPort.once('message', ({ id }) => {
        parentPort.postMessage({ id, ok: true, value: 1 });
        parentPort.on('message', () => { throw new Error('out of memory'); });
      });`,
    );
    const rows = await openUploadRows({
      workerFile: dying,
      folder,
      dataKey,
      file: { name: 'a.csv', bytes: 1 },
    });
    const asked = [rows.counts(), rows.revision()];
    const answers = await Promise.allSettled(asked);
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 'rejected',
        reason: new Error('The upload’s worker thread crashed: out of memory'),
      });
    }
    await expect(rows.counts()).rejects.toThrow('crashed');
    await rows.close();
    await writeFile(dying, "throw new Error('broken');");
    await expect(
      openUploadRows({ workerFile: dying, folder, dataKey, file: { name: 'a.csv', bytes: 1 } }),
    ).rejects.toThrow('broken');
  });

  it('close quickly while much is pending', async () => {
    const many = `key,value\n${Array.from({ length: 200_000 }, (_, row) => `v1.${String(row)},x`).join('\n')}`;
    const path = join(folder, 'many.csv');
    await writeFile(path, many);
    const rows = await openWith(many.length);
    await rows.addSourceFile(path, nobody, never);
    const sample = await rows.sample(null);
    if (!sample.ok) throw new Error('not understood');
    const closings: Promise<void>[] = [];
    const outcome = await rows.stage(
      { mapping: sample.sample.suggested, sizes },
      () => {
        closings.push(rows.close());
      },
      never,
    );
    expect(outcome).toEqual({ ok: false, refusal: 'stopped' });
    await Promise.all(closings);
    expect(closings.length).toBeGreaterThan(0);
  });

  it('do not respond after they are closed', async () => {
    const rows = await staged(table);
    const last = rows.counts();
    await Promise.all([rows.close(), rows.close()]);
    expect(await last).toMatchObject({ rows: 5 });
    await expect(rows.counts()).rejects.toThrow('closed');
  });
});
