import { succeed } from '#shared/domain/result.ts';
import type { UploadAnswer, UploadQuestion } from '#shared/domain/upload.ts';
import { toRanges, rowsIn, rowsOf } from './rows/rowRanges.ts';
import { createActiveRate } from '../jobs/activeRate.ts';
import { keepPrevious } from '../writing/keepPrevious.ts';
import { countLeft } from './endedRows.ts';
import { readBackRows } from './readBackRows.ts';
import { provenRootOf } from './rootOf.ts';
import { askingOnly } from './sameService.ts';
import { sendRows, type UnderWay } from './sendRows.ts';
import type { SeenBefore } from './guardBatch.ts';
import { versionAt } from './rows/sendEvents.ts';
import type { SendState } from './rows/sendState.ts';
import { leftOut, rowNumbers } from './leftOutRows.ts';
import { saveRecord, type UploadSession } from './uploadSession.ts';
import type { UploadControl, UploadJobsEffects, UploadWork } from './uploadWork.ts';
import { verifyUpload } from './verifyUpload.ts';

/** When the app quits, the pending batch has this long to get a response. */
const lastGraceMs = 3_000;
/** Keys that are requested to learn the root before the first batch. */
const keysForRoot = 20;
const knownForRoot = 5;

/**
 * Starts the job that sends all waiting rows. If an earlier session was interrupted, it starts as paused, and the
 * outcome of a batch that was under way is settled first.
 */
export async function sendUpload(
  effects: UploadJobsEffects,
  work: UploadWork,
  held: UploadSession,
): Promise<void> {
  const { rows, record, gone } = held;
  const { settings, connectionId } = record;
  if (settings === null) throw new Error('The send settings are missing.');
  const { changed, now } = effects;
  const isPaused = held.isInterrupted;
  const earlier = isPaused ? held.sent : null;
  const hasBegun = earlier !== null && earlier.begunAt !== null;
  const underWay = earlier?.underWay ?? null;
  const startedAt = now();
  let done = hasBegun ? sentOf(held) : 0;
  /** Rows that were not sent, because of what the service has. */
  let passed = 0;
  const batches = hasBegun ? earlier.batches : 0;
  const left = (await countLeft(rows, settings)) + (underWay === null ? 0 : rowsIn(underWay));
  work.start(held, 'send', { total: done + left, done, batches }, isPaused, async (control, report) => {
    const rate = createActiveRate(now);
    const note = work.noting(held, control);
    const giveUp = new AbortController();
    const onClosing = (): void => {
      void effects.sleep(lastGraceMs, giveUp.signal).then(() => giveUp.abort());
    };
    control.closing.addEventListener('abort', onClosing);
    const onGone = (): void => {
      giveUp.abort();
    };
    gone.signal.addEventListener('abort', onGone);
    try {
      if (held.isInterrupted) {
        await control.proceed();
        held.isInterrupted = false;
        changed(connectionId);
      }
      let step: 'on' | 'stop' = 'stop';
      if (hasBegun || (await begin(effects, work, held, control, startedAt))) {
        for (const skipped of await leftOut(rows)) await note({ kind: 'left-out', ...skipped });
        if (settings.skipSame) {
          const same = await rowNumbers(rows, { status: 'ready', comparison: 'same', outcome: 'waiting' });
          if (same.length > 0) await note({ kind: 'same', rows: toRanges(same) });
        }
        step = await sendRows(
          {
            connectionId,
            rows,
            control,
            readings: askingOnly(
              work.sentTo(held),
              effects.readings,
              held.record.isConfirmed === true ? 'earlier' : undefined,
            ),
            sizes: effects.sizes,
            keepPrevious: (atoms) => keepPrevious(effects.previousValues, held.record, atoms),
            rate,
            settings: () => held.record.settings ?? settings,
            dropFromNowOn: () => saveRecord(held, { settings: { ...settings, onRefusal: 'drop' } }),
            tryNote: work.tryNoting(held),
            askUser: askUser(effects, held, control),
            settled: (notSent = 0) => {
              passed += notSent;
              done = sentOf(held) + passed;
              report({ done, batches: held.sent?.batches ?? 0, perSecond: rate.perSecond() });
            },
            newId: effects.newId,
            sleep: effects.sleep,
            giveUp: giveUp.signal,
          },
          underWayOf(earlier),
        );
      }
      // The next session continues.
      if (control.isClosing() || gone.signal.aborted) return succeed(null);
      await end(effects, work, held, control, step === 'stop');
      if (settings.verify && step === 'on') await verifyUpload(work, held, false, now);
      else await work.addReceipt(held);
      return succeed(null);
    } finally {
      control.closing.removeEventListener('abort', onClosing);
      gone.signal.removeEventListener('abort', onGone);
      // Ends the wait for the last response.
      giveUp.abort();
    }
  });
}

function underWayOf(state: SendState | null): UnderWay | null {
  if (state === null || state.underWay === null) return null;
  const rows = rowsOf(state.underWay);
  const before = new Map<number, SeenBefore>();
  rows.forEach((row, at) => {
    const version = versionAt(state.before, at);
    if (version === 0) before.set(row, { before: 'absent', versionBefore: null });
    else if (version !== null) before.set(row, { before: 'there', versionBefore: version });
  });
  return { rows, before };
}

/** Rows that the current run has sent. */
function sentOf({ sent }: UploadSession): number {
  return sent === null ? 0 : sent.tally.stored + sent.tally.refused + sent.tally.unknown;
}

/** Records the start of a run; false if it was ended before. */
async function begin(
  effects: UploadJobsEffects,
  work: UploadWork,
  held: UploadSession,
  control: UploadControl,
  at: number,
): Promise<boolean> {
  const goesOn = await control.proceed();
  const rootBefore = goesOn ? (held.comparedRoot ?? (await rootNow(effects, work, held, control))) : null;
  // Others, and this upload itself, may store from now on.
  held.comparedRoot = null;
  // The next session starts it. If the user stopped, it has started, and its end is recorded.
  if (control.isClosing() || held.gone.signal.aborted) return false;
  await work.noting(held, control)({ kind: 'begun', at, rootBefore });
  return !control.signal.aborted;
}

/** From any existing atom of the first rows or the known keys; null if it cannot be determined. */
async function rootNow(
  effects: UploadJobsEffects,
  work: UploadWork,
  held: UploadSession,
  control: UploadControl,
): Promise<string | null> {
  const { rows: first } = await held.rows.take({
    from: 0,
    mostRows: keysForRoot,
    mostBytes: 1024 * 1024,
    outcomes: ['waiting', 'stored', 'same'],
    skipSame: false,
  });
  const known = await firstOf(effects.knownKeys(held.record.connectionId, knownForRoot));
  let root: string | null = null;
  await readBackRows({
    rows: [...first, ...known.map((key) => ({ row: -1, key, value: '' }))],
    ask: work.asking(held, control, work.sentTo(held)),
    take: (found) => {
      for (const { atom } of found) root ??= provenRootOf(atom);
    },
  });
  return root;
}

async function firstOf<T>(pages: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  for await (const page of pages) return page;
  return [];
}

async function end(
  { jobs, now, changed }: UploadJobsEffects,
  work: UploadWork,
  held: UploadSession,
  control: UploadControl,
  isStopped: boolean,
): Promise<void> {
  const skipped = await leftOut(held.rows);
  const job = held.job === null ? null : jobs.find(held.job.id);
  const errorCode =
    isStopped && (job?.state.kind === 'paused' || job?.state.kind === 'waiting')
      ? (job.state.error?.code ?? null)
      : null;
  await work.noting(held, control)({ kind: 'ended', at: now(), isStopped, errorCode, skipped });
  held.step = null;
  changed(held.record.connectionId);
}

/** null if the work is canceled before there is an answer. */
function askUser(
  { jobs, changed }: UploadJobsEffects,
  held: UploadSession,
  control: UploadControl,
): (question: UploadQuestion) => Promise<UploadAnswer | null> {
  const { connectionId } = held.record;
  return async (question) => {
    let answered: UploadAnswer | null = null;
    const answering = new Promise<void>((resolve) => {
      held.question = {
        question,
        answer: (answer) => {
          answered = answer;
          // Once: a second answer finds no question.
          held.question = null;
          resolve();
        },
      };
    });
    const given = (): UploadAnswer | null => answered;
    try {
      while (given() === null) {
        // Resuming without an answer asks again.
        if (held.job !== null) jobs.pause(held.job.id);
        changed(connectionId);
        const goesOn = await Promise.race([answering.then(() => true), control.proceed()]);
        if (!goesOn) return null;
      }
      return given();
    } finally {
      held.question = null;
      changed(connectionId);
    }
  };
}
