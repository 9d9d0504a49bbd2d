import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readRecords } from '../source/readRecords.ts';
import { readSample } from '../source/readSample.ts';
import { openHostedRows } from './hostedRows.ts';
import type { SendEvent } from './sendEvents.ts';
import { afterEvent, runsOf, type SendState } from './sendState.ts';
import type { UploadRows } from './uploadRows.ts';

const folder = mkdtempSync(join(tmpdir(), 'sent-rows-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const dataKey = randomBytes(32);
const source = Buffer.from(
  `key,value\n${Array.from({ length: 10 }, (_, row) => `v1.${String(row)},x\n`).join('')}`,
);
const sizes = {
  largestAccepted: null,
  smallestRefused: null,
  largestBatchAccepted: null,
  smallestBatchRefused: null,
};
let place: string;

function open(): UploadRows {
  return openHostedRows({
    folder: place,
    dataKey,
    file: { name: 'rows.csv', bytes: source.length },
    reading: { readSample, readRecords },
    firstRevision: 1,
  });
}
async function staged(): Promise<UploadRows> {
  const rows = open();
  await rows.addSource(source);
  await rows.sample(null);
  const value = { kind: 'template', template: '{value}' } as const;
  const mapping = { key: '{key}', value, trimKeys: false };
  await rows.stage({ mapping, sizes }, () => undefined, new AbortController().signal);
  return rows;
}
beforeEach(() => {
  place = mkdtempSync(join(folder, 'upload-'));
});

const events: readonly SendEvent[] = [
  { kind: 'begun', at: 1, rootBefore: 'r0' },
  { kind: 'same', rows: [[9, 9]] },
  { kind: 'sending', rows: [[0, 2]] },
  { kind: 'stored', rows: [[0, 2]], versions: [1, 2, null], root: 'r1', isSettled: false },
  { kind: 'sending', rows: [[3, 5]] },
  { kind: 'lost', rows: [[3, 5]] },
  { kind: 'not-stored', rows: [[3, 5]] },
  { kind: 'refused', rows: [[4, 4]], why: 'w' },
  {
    kind: 'sending',
    rows: [
      [3, 3],
      [5, 5],
    ],
  },
  {
    kind: 'unknown',
    rows: [
      [3, 3],
      [5, 5],
    ],
    why: 'w',
  },
  { kind: 'ended', at: 2, isStopped: true, errorCode: null, skipped: [] },
  { kind: 'read-back', readBack: 'green', rows: [[0, 2]] },
  { kind: 'verified', at: 3, roots: ['r1'], unproven: 0, requests: 1 },
  { kind: 'receipt' },
  { kind: 'again', rows: [[4, 4]] },
  { kind: 'begun', at: 4, rootBefore: 'r1' },
  { kind: 'sending', rows: [[4, 4]] },
  { kind: 'stored', rows: [[4, 4]], versions: 1, root: 'r2', isSettled: false },
  { kind: 'ended', at: 5, isStopped: false, errorCode: null, skipped: [] },
];

describe('the log of an upload', () => {
  it('can be cut at any event and any byte of one: rows and state are those of all complete events, and it continues from there', async () => {
    const rows = await staged();
    const file = join(place, 'changes-1');
    const shown = async (of: UploadRows) => ({
      counts: await of.counts(),
      rows: (await of.rows({}, { from: 0, to: 10 })).rows,
      state: await of.sendState(),
    });
    // As a session that has just been opened shows it: a batch under way is unknown.
    const reopened = async () => {
      const again = open();
      const now = await shown(again);
      await again.close();
      return now;
    };
    const states = [{ size: statSync(file).size, ...(await reopened()) }];
    for (const event of events) {
      await rows.record([event]);
      states.push({ size: statSync(file).size, ...(await reopened()) });
    }
    await rows.close();
    const whole = readFileSync(file);
    expect(states.at(-1)?.size).toBe(whole.length);
    expect(new Set(states.map(({ size }) => size)).size).toBe(events.length + 1);
    const next: SendEvent = { kind: 'dropped', rows: [[8, 8]] };
    const ends = states.map(({ size }) => size);
    const [from = 0, to = 0] = [ends[2], ends[5]];
    const inside = Array.from({ length: to - from }, (_, at) => from + at);
    const cuts = [...ends, ...ends.slice(1).map((end) => end - 1), ...inside];
    for (const size of new Set(cuts)) {
      writeFileSync(file, whole.subarray(0, size));
      const again = open();
      const { size: _size, ...state } = [...states].reverse().find((one) => one.size <= size) ?? { size };
      expect(await shown(again)).toEqual(state);
      // Where it continues from is checked at some of them, because this takes a sync.
      const isContinued = size % 5 === 0;
      if (isContinued) await again.record([next]);
      await again.close();
      if (!isContinued) continue;
      const later = open();
      expect(await later.row(8)).toMatchObject({ outcome: 'skipped' });
      await later.close();
    }
  });

  it('has several events as one: all or none', async () => {
    const rows = await staged();
    const file = join(place, 'changes-1');
    await rows.record(events.slice(0, 4));
    const { size } = statSync(file);
    await rows.record(events.slice(4, 6));
    await rows.close();
    writeFileSync(file, readFileSync(file).subarray(0, statSync(file).size - 1));
    const again = open();
    expect(statSync(file).size).toBe(size);
    expect(await again.sendState()).toMatchObject({ batches: 1, underWay: null });
    await again.close();
  });
});

describe('the state after events', () => {
  const statesAfter = (): readonly SendState[] => {
    const states: SendState[] = [];
    for (const event of events) states.push(afterEvent(states.at(-1) ?? null, event));
    return states;
  };

  it('has the batch that is under way, and only that', () => {
    const underWay = statesAfter().map((state) => JSON.stringify(state.underWay));
    expect(underWay.slice(0, 11).join(' ')).toBe(
      'null null [[0,2]] null [[3,5]] [[3,5]] null null [[3,3],[5,5]] null null',
    );
  });

  it('has each run, and the receipt of the last one', () => {
    const states = statesAfter();
    expect(states[13]).toMatchObject({ hasReceipt: true, verification: { at: 3 }, batches: 1 });
    expect(states[15]).toMatchObject({ hasReceipt: false, end: null, begunAt: 4, batches: 0 });
    const last = states.at(-1);
    expect(last && runsOf(last)).toEqual([
      {
        startedAt: 1,
        endedAt: 2,
        rootBefore: 'r0',
        rootAfter: 'r1',
        isStopped: true,
        stored: 3,
        refused: 1,
        unknown: 2,
      },
      {
        startedAt: 4,
        endedAt: 5,
        rootBefore: 'r1',
        rootAfter: 'r2',
        isStopped: false,
        stored: 1,
        refused: 0,
        unknown: 0,
      },
    ]);
  });
});
