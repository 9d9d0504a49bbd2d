import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Upload, UploadRow } from '#shared/domain/upload.ts';
import { isLongRun } from '../../service/testing/longRun.ts';
import { startTestService } from '../../service/testing/startTestService.ts';
import type { Recording } from './testing/crashingLog.ts';
import { startFaultyService, type BatchAtoms, type BatchFault } from './testing/faultyService.ts';
import { uploadsHere, value } from './testing/uploadsHere.ts';

// Everything that can go wrong while rows are sent, at random and together.
const [rowCount, batchAtoms] = isLongRun ? [300_000, 1_000] : [300, 10];
const seed = 20_261_127;
/** Rows that are read at once. */
const pageRows = 1_000;

/** Numbers from 0 to 1 that are the same in every run. */
function createRandom(start: number): () => number {
  let state = start;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

it('stores each row once, or shows that it may be stored twice or is unknown', async () => {
  // One for each place where something happens, so that none depends on the timing of the others.
  const [ofBatches, ofReads, ofEvents, ofAnswers] = [1, 2, 3, 4].map((one) => createRandom(seed + one));
  const happens = (random: (() => number) | undefined, part: number): boolean => (random?.() ?? 1) < part;
  const service = await startTestService();
  /** Batches that seem to be lost, and that the service stores later. */
  const late: (readonly BatchAtoms[])[] = [];
  const happened = new Map<string, number>();
  const note = (what: string): void => void happened.set(what, (happened.get(what) ?? 0) + 1);
  let isLimited = 0;
  const fault = async (atoms: readonly BatchAtoms[]): Promise<BatchFault> => {
    if (late.length > 0 && happens(ofBatches, 0.3))
      await service.post('/batch-atoms', { atoms: late.shift() });
    if (isLimited > 0) {
      isLimited -= 1;
      return { status: 429, retryAfter: '1' };
    }
    const dice = Math.floor((ofBatches?.() ?? 1) * 100);
    if (dice < 4) note('lost');
    else if (dice < 8) note('answer-lost');
    else if (dice < 10) note('garbled');
    else if (dice < 13) note('late');
    else if (dice < 15) note('storm');
    else if (dice < 17) note('refused');
    else if (dice < 19) note('restart');
    if (dice < 4) return 'lost';
    if (dice < 8) return 'answer-lost';
    if (dice < 10) return 'garbled';
    if (dice < 13) {
      late.push(atoms);
      return 'lost';
    }
    if (dice < 15) {
      isLimited = 3;
      return { status: 429, retryAfter: '1' };
    }
    if (dice < 17) return { status: 503 };
    if (dice < 19) await service.restart();
    return 'none';
  };
  const way = await startFaultyService(service, fault, () => !happens(ofReads, 0.03));
  const here = await uploadsHere({ address: way.address, apiKey: service.fullKey });

  /** Some events meet a full disk; at some, the app is killed before or after they are written, and never answers. */
  let isDead = false;
  const recording: Recording = async (record) => {
    if (happens(ofEvents, 0.02)) {
      note('full disk');
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    }
    if (!happens(ofEvents, 0.02)) return record();
    note('killed');
    if (happens(ofEvents, 0.5)) await record();
    isDead = true;
    return new Promise(() => undefined);
  };
  try {
    here.restart(recording);
    const upload = await here.prepare(
      Array.from({ length: rowCount }, (_, at) => `v1.row.${String(at)},value ${String(at)}`),
    );
    await here.send(upload, { batchAtoms, verify: true });
    let present: Upload | null = upload;
    while (present?.phase.kind !== 'ended') {
      if (isDead) {
        isDead = false;
        await way.idle();
        here.restart(recording);
      }
      present = await here.current();
      const job = here.jobs().find(present?.jobId ?? '');
      if (present?.question !== null && present?.question !== undefined)
        value(
          await here.uploads().answer(present.id, { kind: happens(ofAnswers, 0.5) ? 'send-again' : 'leave' }),
        );
      else if (job?.state.kind === 'paused') await here.resume();
      // Between two looks; nothing depends on how long it is. A killed app announces no change to wait for.
      await sleep(5);
    }
    for (const atoms of late) await service.post('/batch-atoms', { atoms });
    here.restart();
    const uploadId = present.id;
    await here.current();
    if (present.counts !== null) expect(present.counts.outcomes.stored).toBeGreaterThan(rowCount / 2);
    value(await here.uploads().verify(uploadId));
    await here.until(({ phase, verification }) => phase.kind === 'ended' && verification !== null);

    /** What is wrong with a row, given what the service holds; null if nothing is. */
    const problemOf = (
      row: UploadRow,
      held: { readonly version: number; readonly value: string } | undefined,
    ) => {
      if (row.outcome === 'unknown') return null;
      if (row.outcome !== 'stored') return `is ${row.outcome}`;
      if (held?.value !== `value ${String(row.row)}`) return 'was lost';
      if (held.version === 1 || row.marks.includes('stored-twice')) return null;
      return `has version ${String(held.version)} without a mark`;
    };
    const wrong: string[] = [];
    for (let from = 0; from < rowCount; from += pageRows) {
      const window = { from, to: from + pageRows };
      const { rows } = value(await here.uploads().rows({ uploadId, filter: {}, window }));
      const { body } = await service.post('/batch-access', { keys: rows.map(({ key }) => key) });
      const { atoms } = body as { atoms: readonly { key: string; version: number; value: string }[] };
      const heldBy = new Map(atoms.map((atom) => [atom.key, atom]));
      for (const row of rows) {
        const problem = problemOf(row, heldBy.get(row.key));
        if (problem !== null) wrong.push(`${row.key} ${problem}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(happened.size).toBeGreaterThan(3);
    if (isLongRun) {
      const all = [
        'answer-lost',
        'full disk',
        'garbled',
        'killed',
        'late',
        'lost',
        'refused',
        'restart',
        'storm',
      ];
      expect([...happened.keys()].sort()).toEqual(all);
    }
  } finally {
    await here.close();
    await way.close();
    await service.stop();
  }
});
