import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { UploadRowFilter } from '#shared/domain/upload.ts';
import { openHostedRows } from './hostedRows.ts';
import { mapping, reading } from './testing/jsonOfRows.ts';
import { NaiveRows, sizes, type GivenRow } from './testing/naiveRows.ts';
import { inAll, replaceAll } from './testing/replaceAll.ts';
import { filters, givenRows, secret, steps, type Step } from './testing/rowSteps.ts';
import type { UploadRows } from './uploadRows.ts';
import { runs } from '../../../service/testing/longRun.ts';

const folder = mkdtempSync(join(tmpdir(), 'atom-hosted-rows-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const dataKey = randomBytes(32);
const never = new AbortController().signal;
const nobody = (): void => undefined;

let opened = 0;
function openIn(name: string, bytes: number, key: Uint8Array = dataKey): UploadRows {
  opened += 1;
  return openHostedRows({
    folder: join(folder, name),
    dataKey: key,
    file: { name: 'rows.json', bytes },
    reading,
    firstRevision: opened * 1_000_000,
  });
}

let begun = 0;
async function stagedRows(given: readonly GivenRow[]) {
  begun += 1;
  const name = `upload-${String(begun)}`;
  const source = Buffer.from(JSON.stringify(given), 'utf8');
  const rows = openIn(name, source.length);
  // In two pieces, cut anywhere.
  await rows.addSource(source.subarray(0, source.length >> 1));
  await rows.addSource(source.subarray(source.length >> 1));
  await rows.sample(null);
  expect(await rows.stage({ mapping, sizes }, nobody, never)).toEqual({ ok: true });
  return { name, bytes: source.length, rows };
}

/** Performs random steps on both models, which must always agree. */
async function doBoth(step: Step, rows: UploadRows, naive: NaiveRows): Promise<void> {
  switch (step.kind) {
    case 'change': {
      const { key, value } = step;
      const row = naive.rows[step.row];
      if (row !== undefined) {
        row.typed = { key, value };
        naive.forget(row);
      }
      const answer = await rows.change(step.row, { key, value });
      expect(answer?.key).toBe(row === undefined ? undefined : key);
      return;
    }
    case 'revert': {
      const reverted = naive.selected(step.selection).filter(({ typed }) => typed !== null);
      for (const row of reverted) {
        row.typed = null;
        naive.forget(row);
      }
      expect(await rows.revert(step.selection)).toBe(reverted.length);
      return;
    }
    case 'drop': {
      const changed = naive.selected(step.selection).filter(({ dropped }) => dropped !== step.isSet);
      for (const row of changed) row.dropped = step.isSet;
      expect(await rows.drop(step.selection, step.isSet)).toBe(changed.length);
      return;
    }
    case 'allow': {
      const changed = naive.selected(step.selection).filter((row) => {
        const problems = naive.ownProblems(row);
        const canPass = problems.has('sensitive') || problems.has('too-large');
        return row.allowed !== step.isSet && (canPass || !step.isSet);
      });
      for (const row of changed) row.allowed = step.isSet;
      expect(await rows.allow(step.selection, step.isSet)).toBe(changed.length);
      return;
    }
    case 'rule':
      naive.rule = step.rule;
      await rows.setDuplicateRule(step.rule);
      return;
    case 'compare':
      for (const found of step.found) {
        const row = naive.rows[found.row];
        if (row === undefined) continue;
        const atom = naive.atom(row);
        const is = typeof found.stored === 'object' ? found.stored : null;
        row.stored = is === null || is.value === atom.value ? null : is.value;
        row.storedVersion = is?.version ?? null;
        if (found.stored === 'refused') row.comparison = 'refused';
        else if (is === null) row.comparison = 'new';
        else row.comparison = is.value === atom.value ? 'same' : 'changed';
      }
      await rows.setCompared(step.found);
      return;
    case 'events':
      naive.take(step.events);
      await rows.record(step.events);
      return;
    case 'replace': {
      const expected = naive.replace(step.replacement);
      const found = await inAll((from) => rows.findText(step.replacement, from));
      expect(found).toMatchObject(expected);
      naive.undoId = await replaceAll(rows, step.replacement);
      return;
    }
    case 'undo': {
      const expected = naive.undo();
      if (naive.undoId !== null) expect(await rows.undoReplacement(naive.undoId)).toBe(expected);
      naive.undoId = null;
      naive.replaced = new Map();
      return;
    }
    case 'reopen':
      naive.interrupt();
      naive.replaced = new Map();
      naive.undoId = null;
      return;
  }
}

async function expectSame(rows: UploadRows, naive: NaiveRows, filter: UploadRowFilter): Promise<void> {
  expect(await rows.counts()).toEqual(naive.counts());
  const found = naive.find(filter);
  const listed = await rows.rows(filter, { from: 0, to: 100 });
  expect(listed.total).toBe(found.length);
  expect(listed.rows.map((row) => ({ ...row, valueStart: null }))).toEqual(
    found.map((row) => ({ ...row, valueStart: null })),
  );
  listed.rows.forEach(({ valueStart }, index) => {
    // A character pair is omitted rather than cut.
    const start = found[index]?.valueStart ?? '';
    expect(valueStart).toBe(start.length === 300 && start.endsWith('\ud83d') ? start.slice(0, 299) : start);
  });
  const { cell: _cell, ...others } = filter;
  const counted = await rows.countValues(1, others, 0);
  const tally = new Map<string | null, number>();
  for (const { row } of naive.find(others)) {
    const text = naive.rows[row]?.cells[1] ?? null;
    tally.set(text, (tally.get(text) ?? 0) + 1);
  }
  const long = [...tally].filter(([text]) => text !== null && text.length > 200);
  expect(counted.longRows).toBe(long.reduce((sum, [, many]) => sum + many, 0));
  for (const [text] of long) tally.delete(text);
  expect(new Map(counted.values.map(({ text, rows: many }) => [text, many]))).toEqual(tally);
  for (const row of naive.rows) {
    const full = await rows.row(row.row);
    expect(full?.value).toBe(naive.atom(row).value);
    expect(full?.sameKey).toEqual(
      naive
        .alike(row)
        .filter((one) => one !== row)
        .map((one) => one.row),
    );
  }
  for (const skipSame of [false, true]) {
    const ready = naive.rows
      .map((row) => naive.shown(row))
      .filter(({ status, outcome }) => status === 'ready' && (outcome === 'waiting' || outcome === 'unknown'))
      .filter(({ comparison }) => !(skipSame && comparison === 'same'));
    const taken: number[] = [];
    let from: number | null = 0;
    while (from !== null) {
      const some = await rows.take({
        from,
        mostRows: 3,
        mostBytes: 30,
        outcomes: ['waiting', 'unknown'],
        skipSame,
      });
      expect(some.rows.length).toBeLessThanOrEqual(3);
      const bytes = some.rows.map(
        ({ key, value }) => Buffer.byteLength(JSON.stringify(key)) + Buffer.byteLength(JSON.stringify(value)),
      );
      if (some.rows.length > 1) expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(30);
      if (ready.length > 0) expect(some.rows.length).toBeGreaterThan(0);
      for (const { row, key, value } of some.rows) {
        taken.push(row);
        const one = naive.rows[row];
        expect(one && naive.atom(one)).toEqual({ key, value });
      }
      from = some.next;
    }
    expect(taken).toEqual(ready.map(({ row }) => row));
  }
}

describe('rows of an upload', () => {
  it('match a naive model after any changes, reopened or not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(givenRows, { minLength: 1, maxLength: 22 }),
        fc.array(fc.tuple(steps, filters), { maxLength: 12 }),
        async (all, doings) => {
          const naive = new NaiveRows(all);
          const { name, bytes, rows: first } = await stagedRows(all);
          let rows = first;
          try {
            await expectSame(rows, naive, {});
            for (const [step, filter] of doings) {
              await doBoth(step, rows, naive);
              if (step.kind === 'reopen') {
                await rows.close();
                rows = openIn(name, bytes);
              }
              await expectSame(rows, naive, filter);
            }
          } finally {
            await rows.close();
          }
        },
      ),
      { numRuns: runs(15) },
    );
  });

  it('are as before or after each change, wherever a crash cut the file', async () => {
    const all: GivenRow[] = ['a', 'b', 'a', 'c'].map((key) => ({ key, value: 'x' }));
    const { name, bytes, rows } = await stagedRows(all);
    const file = join(folder, name, 'changes-1');
    const states = [{ size: statSync(file).size, counts: await rows.counts(), first: await rows.row(0) }];
    const changes = [
      () => rows.change(0, { key: 'd', value: 'mended' }),
      () => rows.drop({ kind: 'filter', filter: {} }, true),
      () => rows.setDuplicateRule('last'),
      () => rows.setCompared([{ row: 0, stored: { version: 3, value: 'men' } }]),
      () => rows.drop({ kind: 'rows', rows: [0, 2] }, false),
      () => rows.change(0, { key: 'a', value: `the ${secret}` }),
      () => rows.allow({ kind: 'rows', rows: [0] }, true),
      () => rows.revert({ kind: 'rows', rows: [0] }),
    ];
    for (const change of changes) {
      await change();
      states.push({ size: statSync(file).size, counts: await rows.counts(), first: await rows.row(0) });
    }
    await rows.close();
    const whole = readFileSync(file);
    expect(states.at(-1)?.size).toBe(whole.length);
    const begin = states[0]?.size ?? 0;
    for (let size = begin; size <= whole.length; size += 7) {
      // Some file systems extend a file before they fill it.
      const filling = Buffer.alloc(size % 2 === 0 ? 40 : 0);
      writeFileSync(file, Buffer.concat([whole.subarray(0, size), filling]));
      const again = openIn(name, bytes);
      const state = [...states].reverse().find((one) => one.size <= size);
      expect(await again.counts()).toEqual(state?.counts);
      expect(await again.row(0)).toEqual(state?.first);
      // Later changes then follow complete records only.
      expect(await again.change(1, { key: 'e', value: 'y' })).toMatchObject({ key: 'e', edited: true });
      await again.close();
      const later = openIn(name, bytes);
      expect(await later.row(1)).toMatchObject({ key: 'e', value: 'y' });
      await later.close();
    }
  });

  it('are not opened, or not shown, if one of their bytes is changed', async () => {
    const { name, bytes, rows } = await stagedRows([{ key: 'a', value: 'x' }]);
    await rows.change(0, { key: 'd', value: 'mended' });
    await rows.drop({ kind: 'rows', rows: [0] }, true);
    await rows.close();
    for (const part of readdirSync(join(folder, name))) {
      const file = join(folder, name, part);
      const whole = readFileSync(file);
      // Reading a broken source removes the rows, so there is only one attempt.
      const every = part === 'source' ? whole.length : 5;
      for (let at = whole.length - 1; at >= 0; at -= every) {
        const damaged = Buffer.from(whole);
        damaged.writeUInt8(damaged.readUInt8(at) ^ 0x20, at);
        writeFileSync(file, damaged);
        await expect(
          async () => {
            const again = openIn(name, bytes);
            try {
              await again.sample(null);
              await again.row(0);
              await again.stage({ mapping, sizes }, nobody, never);
            } finally {
              await again.close();
            }
          },
          `${part} ${String(at)}`,
        ).rejects.toThrow(/damaged|another key|incomplete|another version/);
      }
      writeFileSync(file, whole);
    }
  });

  it('remain when staging again does not finish', async () => {
    const { name, bytes, rows } = await stagedRows([{ key: 'a', value: 'x' }]);
    const stop = new AbortController();
    stop.abort();
    expect(await rows.stage({ mapping, sizes }, nobody, stop.signal)).toEqual({
      ok: false,
      refusal: 'stopped',
    });
    expect(await rows.counts()).toMatchObject({ rows: 1, statuses: { ready: 1 } });
    expect(readdirSync(join(folder, name)).sort()).toEqual(['changes-1', 'columns-1', 'rows-1', 'source']);
    expect(await rows.stage({ mapping, sizes }, nobody, never)).toEqual({ ok: true });
    await rows.close();
    expect(readdirSync(join(folder, name)).sort()).toEqual(['changes-2', 'columns-2', 'rows-2', 'source']);
    // As after a crash right before the end.
    renameSync(join(folder, name, 'columns-2'), join(folder, name, 'columns-2.part'));
    const again = openIn(name, bytes);
    expect(await again.counts()).toMatchObject({ rows: 0 });
    expect(readdirSync(join(folder, name))).toEqual(['source']);
    await again.sample(null);
    expect(await again.stage({ mapping, sizes }, nobody, never)).toEqual({ ok: true });
    expect(await again.counts()).toMatchObject({ rows: 1 });
    await again.close();
  });

  it('are the same if there are many, on many pages', async () => {
    const count = 5_000;
    const keyOf = (row: number): string => `key-${String((row * 7919) % 3_000)}`;
    const valueOf = (row: number): string => `value ${String(row)} `.repeat(row % 20);
    const all = Array.from({ length: count }, (_, row) => ({ key: keyOf(row), value: valueOf(row) }));
    const { name, bytes, rows: first } = await stagedRows(all);
    let rows = first;
    for (const isReopened of [false, true]) {
      if (isReopened) {
        await rows.close();
        rows = openIn(name, bytes);
      }
      expect(await rows.counts()).toMatchObject({
        rows: count,
        statuses: { ready: 1_000, blocked: 4_000 },
        problems: { duplicate: 4_000 },
      });
      for (const row of [0, 511, 512, 2_999, 3_000, 4_999]) {
        const twin = row < 3_000 ? row + 3_000 : row - 3_000;
        expect(await rows.row(row)).toMatchObject({
          key: keyOf(row),
          value: valueOf(row),
          sameKey: twin < count ? [twin] : [],
        });
      }
      // Longer and longer, then another one.
      for (const text of ['Y-1', 'KEY-12', 'key-123', 'key-4']) {
        const found = all.flatMap(({ key }, row) => (key.includes(text.toLowerCase()) ? [row] : []));
        const listed = await rows.rows({ text }, { from: 0, to: count });
        expect(listed.rows.map(({ row }) => row)).toEqual(found);
      }
    }
    await rows.setDuplicateRule('last');
    expect(await rows.counts()).toMatchObject({ statuses: { ready: 3_000, 'passed-over': 2_000 } });
    // Earlier results are invalid when a key changes.
    const before = await rows.rows({ text: 'key-4' }, { from: 0, to: 0 });
    await rows.change(4_999, { key: 'key-4, mended', value: 'x' });
    const after = await rows.rows({ text: 'key-4' }, { from: 0, to: count });
    expect(after.total).toBe(before.total + (keyOf(4_999).startsWith('key-4') ? 0 : 1));
    expect(after.rows.at(-1)).toMatchObject({ row: 4_999, key: 'key-4, mended' });
    await rows.close();
  });

  it('are reported completely or not at all, safe for a spreadsheet, without a value', async () => {
    const { rows } = await stagedRows([
      { key: '=a', value: 'plum' },
      { key: 'b,c', value: 'x' },
      'unreadable',
      { key: 'd', value: 'fig' },
    ]);
    await rows.drop({ kind: 'rows', rows: [3] }, true);
    await rows.setCompared([{ row: 0, stored: null }]);
    await rows.record([
      { kind: 'stored', rows: [[0, 0]], versions: [3], root: null, isSettled: false },
      {
        kind: 'ended',
        at: 1,
        isStopped: false,
        errorCode: null,
        skipped: [{ rows: [[1, 3]], why: 'It was not ready.' }],
      },
      { kind: 'read-back', readBack: 'green', rows: [[0, 0]] },
    ]);
    const place = mkdtempSync(join(folder, 'reports-'));
    await rows.report(join(place, 'a.csv'), 'csv', never);
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
    const skipped = 'skipped,It was not ready.,,not-read';
    expect(readFileSync(join(place, 'a.csv'), 'utf8').split('\r\n')).toEqual([
      'row,line,key,outcome,why,version,readBack,standing,problems,comparison,valueBytes,valueSha256,marks',
      `1,1,'=a,stored,,3,green,ready,,new,4,${sha256('plum')},`,
      `2,3,"b,c",${skipped},ready,,not-compared,1,${sha256('x')},`,
      `3,5,,${skipped},blocked,unreadable,not-compared,0,${sha256('')},`,
      `4,7,d,${skipped},dropped,,not-compared,3,${sha256('fig')},`,
      '',
    ]);
    await rows.report(join(place, 'a.json'), 'json', never);
    const told = JSON.parse(readFileSync(join(place, 'a.json'), 'utf8')) as readonly object[];
    expect(told).toHaveLength(4);
    expect(told[0]).toMatchObject({ row: 1, key: '=a', outcome: 'stored', version: 3, readBack: 'green' });
    const stop = new AbortController();
    stop.abort();
    await expect(rows.report(join(place, 'a.csv'), 'json', stop.signal)).rejects.toThrow('aborted');
    await expect(rows.report(join(place, 'none', 'b.csv'), 'csv', never)).rejects.toMatchObject({
      code: 'ENOENT',
    });
    expect(readdirSync(place)).toEqual(['a.csv', 'a.json']);
    expect(readFileSync(join(place, 'a.csv'), 'utf8')).toMatch(/^row,/);
    await rows.close();
  });

  it('replace no other value than the one that was seen, also if the service states no versions', async () => {
    const { name, bytes, rows } = await stagedRows([{ key: 'a', value: 'new!' }]);
    await rows.setCompared([{ row: 0, stored: { version: null, value: 'seen' } }]);
    await rows.close();
    const again = openIn(name, bytes);
    const rules = { skipSame: true, replacesUnseen: false };
    const standOf = async (value: string) =>
      again.beforeSending([{ row: 0, stored: { version: null, value } }], rules);
    expect(await standOf('seen')).toEqual(['send']);
    // As long as the other one, and as different from the row.
    expect(await standOf('else')).toEqual(['held']);
    await again.close();
  });

  it('leave nothing readable on disk', async () => {
    const { name, rows } = await stagedRows([{ key: 'pear-key', value: 'plum-value' }]);
    await rows.change(0, { key: 'fig-key', value: 'date-value' });
    await rows.close();
    for (const file of readdirSync(join(folder, name))) {
      expect(readFileSync(join(folder, name, file), 'latin1')).not.toMatch(/pear|plum|fig|date|key|value/);
    }
  });
});
