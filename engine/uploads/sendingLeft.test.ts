import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Upload, UploadRowSelection } from '#shared/domain/upload.ts';
import { everyOther } from '../../service/testing/longRun.ts';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import { crashingLog, type Recording } from './testing/crashingLog.ts';
import {
  startFaultyService,
  type BatchAtoms,
  type BatchFault,
  type FaultyService,
} from './testing/faultyService.ts';
import { uploadsHere, value, type UploadsHere } from './testing/uploadsHere.ts';

let service: TestService;
let way: FaultyService;
let here: UploadsHere;
let fault: (atoms: readonly BatchAtoms[], index: number) => BatchFault | Promise<BatchFault>;

beforeEach(async () => {
  service = await startTestService();
  fault = refusing;
  way = await startFaultyService(service, (atoms, index) => fault(atoms, index));
  here = await uploadsHere({ address: way.address, apiKey: service.fullKey });
});
afterEach(async () => {
  await here.close();
  await way.close();
  await service.stop();
});

const keys = Array.from({ length: 9 }, (_, at) => `v1.row.${String(at)}`);
const lines = keys.map((key, at) => `${key},${at % 4 === 1 ? 'bad' : `value ${String(at)}`}`);

/** Refuses items with a bad value, and names them. */
function refusing(atoms: readonly BatchAtoms[]): BatchFault {
  const failedIndex = atoms.findIndex(({ value: text }) => text === 'bad');
  return failedIndex === -1 ? 'none' : { status: 422, body: { failedIndex } };
}

async function stored(): Promise<Record<string, string>> {
  const { body } = await service.post('/batch-access', { keys });
  const { atoms } = body as { atoms: readonly { key: string; value: string; version: number }[] };
  return Object.fromEntries(
    atoms.map(({ key, value: text, version }) => [key, `${text} @${String(version)}`]),
  );
}
async function ended(): Promise<Upload> {
  return here.until(({ phase }) => phase.kind === 'ended');
}
/** The first run, after which rows 1 and 5 are refused. */
async function firstRun(): Promise<Upload> {
  await here.send(await here.prepare(lines), { onRefusal: 'drop' });
  const upload = await ended();
  expect(upload.counts?.outcomes).toMatchObject({ stored: 7, refused: 2 });
  return upload;
}
async function fix({ id }: Upload, row: number): Promise<void> {
  const key = keys[row] ?? '';
  const fixed = value(await here.uploads().changeRow(id, row, { key, value: `fixed ${String(row)}` }));
  expect(fixed).toMatchObject({ outcome: 'waiting', why: null, edited: true });
}
async function outcomes({ id }: Upload): Promise<readonly string[]> {
  const { rows } = value(
    await here.uploads().rows({ uploadId: id, filter: {}, window: { from: 0, to: 100 } }),
  );
  return rows.map(({ outcome, why }) => (why === null ? outcome : `${outcome}: ${why}`));
}
const only = (...rows: readonly number[]): UploadRowSelection => ({ kind: 'rows', rows });
const firstStored = Object.fromEntries(
  keys.flatMap((key, at) => (at % 4 === 1 ? [] : [[key, `value ${String(at)} @1`]])),
);

describe('rows that were not stored in a send run', () => {
  it('are edited, and sent in another run of the same upload', async () => {
    const upload = await firstRun();
    await fix(upload, 1);
    await fix(upload, 5);
    const before = way.batches.length;
    await here.send(upload, { verify: true });
    const again = await here.until(
      ({ phase, verification }) => phase.kind === 'ended' && verification !== null,
    );
    expect(way.batches.slice(before).map((batch) => batch.map(({ key }) => key))).toEqual([
      ['v1.row.1', 'v1.row.5'],
    ]);
    expect(again.counts).toMatchObject({ outcomes: { stored: 9, refused: 0 }, readBacks: { green: 9 } });
    expect(await stored()).toEqual({
      ...firstStored,
      'v1.row.1': 'fixed 1 @1',
      'v1.row.5': 'fixed 5 @1',
    });
    const last = here.receipts.at(-1);
    expect(last).toMatchObject({ id: upload.id, outcome: 'stored', atomCount: 9 });
    expect(last?.runs).toEqual([
      expect.objectContaining({ stored: 7, refused: 2, unknown: 0, isStopped: false }),
      expect.objectContaining({ stored: 2, refused: 0, unknown: 0, isStopped: false }),
    ]);
    // Nobody else has stored: the second run starts where the first ended.
    expect(last?.runs[1]?.rootBefore).toBe(last?.runs[0]?.rootAfter);
    expect(last?.rootAfter).toBe(last?.runs[1]?.rootAfter);
    expect(last?.startedAt).toBe(last?.runs[0]?.startedAt);
  });

  it('are not sent while they are refused or skipped; refused ones are sent unchanged on request', async () => {
    const upload = await firstRun();
    expect(await here.uploads().send(upload.id, sendSettings)).toMatchObject({
      ok: false,
      error: { message: 'No rows are left to send.' },
    });
    const drop = { kind: 'drop', dropped: true } as const;
    // Stored rows are not affected.
    expect(value(await here.uploads().changeRows(upload.id, only(0, 1), drop))).toEqual({ changed: 1 });
    expect((await outcomes(upload))[1]).toContain('skipped: Skipped by choice.');
    fault = () => 'none';
    const refused = { kind: 'filter', filter: { outcome: 'refused' } } as const;
    expect(value(await here.uploads().changeRows(upload.id, refused, { kind: 'again' }))).toEqual({
      changed: 1,
    });
    await here.send(upload);
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 8, skipped: 1, refused: 0 });
    expect(await stored()).toEqual({ ...firstStored, 'v1.row.5': 'bad @1' });
    // Restored, it is ready, and is sent in a third run.
    value(await here.uploads().changeRows(upload.id, only(1), { kind: 'drop', dropped: false }));
    await here.send(upload);
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 9, skipped: 0 });
    expect(here.receipts.at(-1)?.runs.map(({ stored: count }) => count)).toEqual([7, 1, 1]);
  });

  it('do not include rows that are stored or not ready', async () => {
    const upload = await firstRun();
    expect(await here.uploads().changeRow(upload.id, 0, { key: 'v1.row.0', value: 'another' })).toMatchObject(
      { ok: false, error: { field: 'row' } },
    );
    value(await here.uploads().changeRow(upload.id, 1, { key: '', value: 'x' }));
    await expect(here.send(upload)).rejects.toThrow('1 row cannot be sent');
    expect(await stored()).toEqual(firstStored);
  });

  it('include those that were not sent when the user stopped', async () => {
    fault = (_atoms, index) => (index === 1 ? { status: 401 } : 'none');
    const upload = await here.prepare(lines);
    await here.send(upload);
    await here.until(({ jobId }) => here.jobs().find(jobId ?? '')?.state.kind === 'paused');
    value(await here.uploads().stop(upload.id));
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 3, skipped: 6 });
    fault = () => 'none';
    await here.send(upload);
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 9 });
    expect(here.receipts.at(-1)).toMatchObject({
      errorCode: null,
      runs: [
        { stored: 3, isStopped: true },
        { stored: 6, isStopped: false },
      ],
    });
  });

  it('are the same after a restart: edited, skipped, and refused', async () => {
    const upload = await firstRun();
    await fix(upload, 1);
    value(await here.uploads().changeRows(upload.id, only(5), { kind: 'drop', dropped: true }));
    const before = await outcomes(upload);
    await here.quit();
    here.restart();
    const found = await ended();
    expect(await outcomes(found)).toEqual(before);
    await here.send(found);
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 8, skipped: 1 });
    expect(await stored()).toEqual({ ...firstStored, 'v1.row.1': 'fixed 1 @1' });
    expect(here.receipts.at(-1)?.runs.map(({ stored: count }) => count)).toEqual([7, 1]);
  });

  /**
   * What happens to the first batch of the second run, and how many appends the run has: its start, one before each batch and its
   * outcome, a lost one and what it turned out to be, the end, and the receipt.
   */
  const ways: readonly (readonly [fault: BatchFault, appends: number])[] = [
    ['none', 7],
    ['answer-lost', 8],
    ['lost', 10],
  ];
  const cases = everyOther(
    ways.flatMap(([met, appends]) =>
      Array.from({ length: appends }, (_, at) => at).flatMap((at) =>
        [0.5, 1].map((part) => [met, at, part] as const),
      ),
    ),
  );
  const sendFixed = async (recording: Recording, met: BatchFault): Promise<void> => {
    const upload = await firstRun();
    await fix(upload, 1);
    await fix(upload, 5);
    await here.quit();
    here.restart(recording);
    const sent = way.batches.length;
    fault = (_atoms, index) => (index === sent ? met : 'none');
    await here.send(await ended(), { batchAtoms: 1 });
  };

  it.each(ways)('have the appends that are tested: %s', async (met, appends) => {
    const log = crashingLog(Number.POSITIVE_INFINITY, 1);
    await sendFixed(log.recording, met);
    await here.until(({ phase, counts }) => phase.kind === 'ended' && counts?.outcomes.stored === 9);
    await expect.poll(() => here.receipts.length).toBe(2);
    await here.quit();
    expect(log.appends()).toBe(appends);
  });

  it.each(cases)(
    'are stored once if the process crashes: %s, at append %d, %d of it written',
    async (met, at, part) => {
      const dying = crashingLog(at, part);
      await sendFixed(dying.recording, met);
      await dying.died;
      here.restart();
      const found = await here.until(() => true);
      if (found.phase.kind === 'ended') {
        if ((found.counts?.outcomes.waiting ?? 0) > 0) await here.send(found, { batchAtoms: 1 });
      } else await here.resume();
      const last = await here.until(
        ({ phase, counts }) => phase.kind === 'ended' && counts?.outcomes.stored === 9,
      );
      expect(last.counts?.outcomes).toMatchObject({ waiting: 0, unknown: 0 });
      expect(await stored()).toEqual({
        ...firstStored,
        'v1.row.1': 'fixed 1 @1',
        'v1.row.5': 'fixed 5 @1',
      });
      expect(here.logged).toEqual([]);
    },
  );
});

describe('rows that are unknown after the end', () => {
  const sendUnknown = async (isStored: boolean): Promise<Upload> => {
    let canRead = true;
    await here.close();
    await way.close();
    way = await startFaultyService(
      service,
      (_atoms, index) => {
        if (index !== 1) return 'none';
        canRead = false;
        return isStored ? 'answer-lost' : 'lost';
      },
      () => canRead,
    );
    here = await uploadsHere({ address: way.address, apiKey: service.fullKey });
    const upload = await here.prepare(lines);
    await here.send(upload);
    await here.until(({ jobId }) => here.jobs().find(jobId ?? '')?.state.kind === 'paused');
    value(await here.uploads().stop(upload.id));
    const left = await ended();
    expect(left.counts?.outcomes).toMatchObject({ stored: 3, unknown: 3, skipped: 3 });
    canRead = true;
    return left;
  };

  it('are stored if they are found when read back', async () => {
    const upload = await sendUnknown(true);
    value(await here.uploads().verify(upload.id));
    const read = await here.until(
      ({ phase, verification }) => phase.kind === 'ended' && verification !== null,
    );
    expect(read.counts).toMatchObject({
      outcomes: { stored: 6, unknown: 0, skipped: 3 },
      readBacks: { green: 6 },
    });
    await here.quit();
    here.restart();
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 6, unknown: 0, skipped: 3 });
  });

  it('stay unknown if they are not found, until they are sent again', async () => {
    const upload = await sendUnknown(false);
    value(await here.uploads().verify(upload.id));
    await here.until(({ phase, verification }) => phase.kind === 'ended' && verification !== null);
    expect((await outcomes(upload))[3]).toContain(
      'unknown: Sent, but the response was lost. When read back later',
    );
    const before = way.handedOn.length;
    await here.send(upload);
    // Only those that were skipped.
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 6, unknown: 3 });
    expect(way.handedOn.slice(before)).toEqual(keys.slice(6));
    const unknown = { kind: 'filter', filter: { outcome: 'unknown' } } as const;
    value(await here.uploads().changeRows(upload.id, unknown, { kind: 'again' }));
    await here.send(upload);
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 9, unknown: 0 });
    expect(Object.values(await stored()).filter((text) => !text.endsWith('@1'))).toEqual([]);
  });
});

const sendSettings = {
  batchAtoms: 3,
  skipSame: true,
  replacesUnseen: true,
  onRefusal: 'ask',
  verify: false,
} as const;
