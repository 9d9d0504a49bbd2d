import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import {
  readBacks,
  type ReadBack,
  type UploadAnswer,
  type UploadProgress,
  type UploadQuestion,
} from '#shared/domain/upload.ts';
import type { RowMapping } from '#shared/domain/uploadSource.ts';
import type { Connections } from '../connections/connections.ts';
import { fileFailed } from '../files/userFiles.ts';
import type { JobControl, Jobs } from '../jobs/jobs.ts';
import type { Readings } from '../readings/readings.ts';
import type { Receipts } from '../writes/receipts.ts';
import type { SizeKnowledges } from '../writes/sizeKnowledge.ts';
import { createActiveRate } from './activeRate.ts';
import { compareRows } from './compareRows.ts';
import { countLeft } from './endedRows.ts';
import type { UploadSession, Sending } from './uploadSession.ts';
import { outcomeReasons } from './outcomeReasons.ts';
import { readBackRows, type RequestKeys, type FoundRow } from './readBackRows.ts';
import { provenRootOf } from './rootOf.ts';
import { toRanges } from './rowRanges.ts';
import { addressOf, askingOnly } from './sameService.ts';
import { sendRows } from './sendRows.ts';
import { leaveOut, rowNumbers, skipRest } from './skipRest.ts';
import { sealedMapping } from './sealedMapping.ts';
import { notFoundChange, storedChange, tallied, type JournalLine } from './uploadJournal.ts';
import { saveUploadRecord } from './uploadRecord.ts';
import { uploadReceipt } from './uploadReceipt.ts';
import { verifyRows } from './verifyRows.ts';

export interface UploadJobsEffects {
  readonly jobs: Pick<Jobs, 'start' | 'pause' | 'find' | 'list' | 'dismiss'>;
  readonly readings: Pick<Readings, 'readMany' | 'sendBatch'>;
  readonly connections: Pick<Connections, 'profile'>;
  readonly sizes: SizeKnowledges;
  readonly receipts: Pick<Receipts, 'add'>;
  readonly changed: (id: ConnectionId) => void;
  /** Keys that the service probably has, at most a few. */
  readonly someKeys: (id: ConnectionId) => Promise<readonly string[]>;
  /** After an internal error the state in memory cannot be trusted and is reloaded from disk. */
  readonly reopen: (held: UploadSession) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly log: (message: string, error: unknown) => void;
  readonly sleep: (ms: number, signal: AbortSignal | null) => Promise<void>;
}

type Control = JobControl<'upload'>;

/** The long parts of an upload, each its own job. */
export interface UploadJobs {
  readonly stage: (held: UploadSession, mapping: RowMapping) => Promise<void>;
  readonly compare: (held: UploadSession) => Promise<void>;
  /** Continues if `resumed`: then it starts as paused, and `underWay` is settled first. */
  readonly send: (
    held: UploadSession,
    sending: Sending,
    resumed: { readonly underWay: readonly number[] | null; readonly hasBegun: boolean } | null,
  ) => Promise<void>;
  /** `settles`: rows whose outcome is unknown are read back first. */
  readonly verify: (held: UploadSession, settles: boolean) => Promise<void>;
  /** Adds an upload that has ended to the write log. */
  readonly log: (held: UploadSession) => Promise<void>;
}

/** When the app quits, the pending batch has this long to get a response. */
const lastGraceMs = 3_000;
/** Unknown rows to read back at once. */
const unknownAtOnce = { mostRows: 2_000, mostBytes: 8 * 1024 * 1024 };
/** Keys that are requested to learn the root before the first batch. */
const keysForRoot = 20;

export function createUploadJobs(effects: UploadJobsEffects): UploadJobs {
  const { jobs, connections, changed, now } = effects;

  /** @param before of the phase that it starts */
  const start = (
    held: UploadSession,
    step: UploadProgress['step'],
    beginning: Pick<UploadProgress, 'total' | 'done' | 'batches'>,
    isPaused: boolean,
    work: (control: Control, report: (change: Partial<UploadProgress>) => void) => Promise<Result<null>>,
  ): void => {
    const { connectionId, id, file } = held.record;
    let progress: UploadProgress = {
      uploadId: id,
      fileName: file.name,
      step,
      perSecond: null,
      ...beginning,
    };
    let hasEnded = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      hasEnded = resolve;
    });
    dismissEnded(jobs, connectionId);
    const job = jobs.start({
      kind: 'upload',
      connectionId,
      progress,
      isPaused,
      work: async (control) => {
        try {
          return await work(control, (change) => {
            progress = { ...progress, ...change };
            control.report(progress);
            changed(connectionId);
          });
        } catch (error) {
          // Discarded in the middle, so nothing can fail any more.
          if (held.gone.signal.aborted) return succeed(null);
          effects.reopen(held);
          // A full disk is not an error of the app.
          if (error instanceof Error && 'code' in error) {
            effects.log('An upload job failed.', error);
            return fileFailed(error, held.folder);
          }
          throw error;
        } finally {
          hasEnded();
          changed(connectionId);
        }
      },
    });
    held.job = { id: job.id, ended };
    changed(connectionId);
  };
  const save = async (held: UploadSession, change: Partial<UploadSession['record']>): Promise<void> => {
    held.record = { ...held.record, ...change };
    await saveUploadRecord(held.folder, held.record);
  };
  const asking = (held: UploadSession, control: Control, address: string): RequestKeys => {
    const readings = askingOnly(address, effects.readings);
    return (keys, expects) =>
      control.ask(
        (options) =>
          readings.readMany(held.record.connectionId, keys, { ...options, askedBy: 'user' }, 'lookup'),
        expects,
      );
  };
  const sentTo = ({ record }: UploadSession): string =>
    record.sentTo ?? addressOf(connections, record.connectionId);
  const tryNoting =
    (sending: Sending) =>
    async (...lines: readonly JournalLine[]): Promise<Result<null>> => {
      try {
        await sending.journal.append(...lines);
        sending.tally = lines.reduce(tallied, sending.tally);
        return succeed(null);
      } catch (error) {
        return fileFailed(error, 'The upload journal');
      }
    };
  const noting =
    (sending: Sending, control: Control) =>
    async (...lines: readonly JournalLine[]): Promise<void> => {
      const tryIt = tryNoting(sending);
      // If it cannot be recorded, the upload pauses, as on a full disk.
      if (!(await tryIt(...lines)).ok) await control.ask(() => tryIt(...lines));
    };

  const askUser =
    (held: UploadSession, sending: Sending, control: Control) =>
    async (question: UploadQuestion): Promise<UploadAnswer | null> => {
      const { connectionId } = held.record;
      let answered: UploadAnswer | null = null;
      const answering = new Promise<void>((resolve) => {
        sending.question = {
          question,
          answer: (answer) => {
            answered = answer;
            // Once: a second answer finds no question.
            sending.question = null;
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
        sending.question = null;
        changed(connectionId);
      }
    };

  const begin = async (held: UploadSession, sending: Sending, control: Control): Promise<boolean> => {
    const goesOn = await control.proceed();
    const rootBefore = goesOn ? (held.comparedRoot ?? (await rootNow(held, control))) : null;
    // Others, and this upload itself, may store from now on.
    held.comparedRoot = null;
    // The next session starts it. If the user stopped, it has started, and its end is recorded.
    if (control.isClosing() || held.gone.signal.aborted) return false;
    sending.roots = { ...sending.roots, before: rootBefore };
    await noting(sending, control)({ kind: 'begun', at: sending.startedAt, rootBefore });
    return !control.signal.aborted;
  };
  /** From any existing atom of the first rows or the known keys; null if it cannot be determined. */
  const rootNow = async (held: UploadSession, control: Control): Promise<string | null> => {
    const { rows: first } = await held.rows.take({
      from: 0,
      mostRows: keysForRoot,
      mostBytes: 1024 * 1024,
      outcomes: ['waiting', 'stored', 'same'],
      skipSame: false,
    });
    const known = await effects.someKeys(held.record.connectionId);
    let root: string | null = null;
    await readBackRows({
      rows: [...first, ...known.map((key) => ({ row: -1, key, value: '' }))],
      ask: asking(held, control, sentTo(held)),
      take: (found) => {
        for (const { atom } of found) root ??= provenRootOf(atom);
      },
    });
    return root;
  };
  const passOverSame = async (
    held: UploadSession,
    note: (line: JournalLine) => Promise<void>,
  ): Promise<number> => {
    const same = await rowNumbers(held.rows, { status: 'ready', comparison: 'same', outcome: 'waiting' });
    if (same.length === 0) return 0;
    await note({ kind: 'same', rows: toRanges(same) });
    await held.rows.setOutcomes([{ rows: same, outcome: 'same', why: outcomeReasons.same, versions: null }]);
    return same.length;
  };

  const addReceipt = async (held: UploadSession, sending: Sending): Promise<void> => {
    await effects.receipts.add(
      uploadReceipt({
        record: held.record,
        sending,
        counts: await held.rows.counts(),
        verification: held.verification,
        endedAt: Math.max(held.verification?.at ?? 0, sending.end?.at ?? 0),
      }),
      { keys: sentKeys(held.rows) },
    );
    await sending.journal.append({ kind: 'receipt' });
  };
  const end = async (
    held: UploadSession,
    sending: Sending,
    control: Control,
    isStopped: boolean,
  ): Promise<void> => {
    const skipped = await skipRest(held.rows);
    const job = held.job === null ? null : jobs.find(held.job.id);
    const errorCode =
      isStopped && (job?.state.kind === 'paused' || job?.state.kind === 'waiting')
        ? (job.state.error?.code ?? null)
        : null;
    sending.end = { at: now(), isStopped, errorCode };
    await noting(sending, control)({ kind: 'ended', ...sending.end, skipped });
    held.phase = { kind: 'ended', stopped: isStopped };
    changed(held.record.connectionId);
  };

  /** Reads back unknown rows: those that the service has are stored, and the rest stays unknown. */
  const settleUnknown = async (
    held: UploadSession,
    sending: Sending,
    control: Control,
  ): Promise<Result<null>> => {
    const note = noting(sending, control);
    for (let from: number | null = 0; from !== null;) {
      if (!(await control.proceed())) return succeed(null);
      const taken = await held.rows.take({ ...unknownAtOnce, from, outcomes: ['unknown'], skipSame: false });
      const read = await readBackRows({
        rows: taken.rows,
        ask: asking(held, control, sentTo(held)),
        take: async (found) => {
          const there = found.filter(({ atom, value }) => holdsValue(atom, value)).map(({ row }) => row);
          const absent = found
            .filter(({ atom, value }) => atom !== 'refused' && !holdsValue(atom, value))
            .map(({ row }) => row);
          if (there.length > 0) {
            await note({ kind: 'settled', rows: toRanges(there) });
            await held.rows.setOutcomes([storedChange(there, { versions: null, isSettled: true })]);
          }
          if (absent.length > 0) {
            await note({ kind: 'not-found', rows: toRanges(absent) });
            await held.rows.setOutcomes([notFoundChange(absent)]);
          }
        },
      });
      if (!read.ok) return read;
      from = taken.next;
    }
    return succeed(null);
  };

  const verify = async (held: UploadSession, settles: boolean): Promise<void> => {
    const { sending, phase } = held;
    if (sending === null) throw new Error('There are no sent rows to verify.');
    const stopped = phase.kind === 'ended' && phase.stopped;
    const { outcomes } = await held.rows.counts();
    held.phase = { kind: 'verifying' };
    start(
      held,
      'verify',
      { total: outcomes.stored + outcomes.same, done: 0, batches: 0 },
      false,
      async (control, report) => {
        const note = noting(sending, control);
        const rate = createActiveRate(now);
        let done = 0;
        try {
          if (settles) {
            const settled = await settleUnknown(held, sending, control);
            if (!settled.ok) return settled;
            const settledCounts = await held.rows.counts();
            report({ total: settledCounts.outcomes.stored + settledCounts.outcomes.same });
          }
          rate.setActive(true);
          const verified = await verifyRows({
            rows: held.rows,
            ask: asking(held, control, sentTo(held)),
            proceed: control.proceed,
            take: async (found) => {
              await held.rows.setReadBacks(found);
              await note(...readBackLines(found));
              done += found.length;
              rate.add(found.length);
              report({ done, perSecond: rate.perSecond() });
            },
            now,
          });
          if (!verified.ok) return verified;
          if (verified.value !== null) {
            held.verification = verified.value;
            await note({ kind: 'verified', ...verified.value });
          }
          return succeed(null);
        } finally {
          held.phase = { kind: 'ended', stopped };
          if (!held.gone.signal.aborted) await addReceipt(held, sending);
        }
      },
    );
  };

  return {
    stage: async (held, mapping) => {
      held.mapping = mapping;
      await save(held, { mapping: sealedMapping(held.cipher, mapping) });
      held.phase = { kind: 'staging' };
      const sizes = await effects.sizes.of(held.record.connectionId);
      start(
        held,
        'stage',
        { total: held.record.file.bytes, done: 0, batches: 0 },
        false,
        async (control, report) => {
          const rate = createActiveRate(now);
          rate.setActive(true);
          let before = 0;
          // The rows do not know it after a restart, so it is part of the record.
          await held.rows.setDuplicateRule(held.record.duplicateRule);
          const staged = await held.rows.stage(
            { mapping, sizes },
            (bytesDone) => {
              rate.add(bytesDone - before);
              before = bytesDone;
              report({ done: bytesDone, perSecond: rate.perSecond() });
            },
            control.signal,
          );
          if (staged.ok) {
            await save(held, { stage: 'checking' });
            held.phase = { kind: 'checking' };
          } else if (staged.refusal === 'stopped') {
            if (held.sample !== null) held.phase = { kind: 'mapping', sample: held.sample };
          } else {
            held.phase = { kind: 'refused', refusal: staged.refusal, sample: held.sample };
          }
          return succeed(null);
        },
      );
    },
    compare: async (held) => {
      const { statuses, comparisons } = await held.rows.counts();
      const address = addressOf(connections, held.record.connectionId);
      const hasOthers = comparisons['not-compared'] < statuses.ready && held.record.comparedWith !== address;
      // Until all rows are compared again, some comparisons are with another service.
      await save(held, { comparedWith: hasOthers ? null : address });
      held.phase = { kind: 'comparing' };
      start(
        held,
        'compare',
        { total: statuses.ready, done: 0, batches: 0 },
        false,
        async (control, report) => {
          const rate = createActiveRate(now);
          rate.setActive(true);
          let done = 0;
          let batches = 0;
          try {
            const compared = await compareRows({
              rows: held.rows,
              ask: asking(held, control, address),
              proceed: control.proceed,
              report: (rows, root) => {
                done += rows;
                batches += 1;
                rate.add(rows);
                held.comparedRoot = root ?? held.comparedRoot;
                report({ done, batches, perSecond: rate.perSecond() });
              },
            });
            if (compared.ok && !control.signal.aborted) await save(held, { comparedWith: address });
            return compared;
          } finally {
            held.phase = { kind: 'checking' };
          }
        },
      );
    },
    send: async (held, sending, resumed) => {
      const { settings } = held.record;
      if (settings === null) throw new Error('The send settings are missing.');
      const { tally } = sending;
      let done = tally.stored + tally.refused + tally.unknown;
      const left = (await countLeft(held.rows, settings)) + (resumed?.underWay?.length ?? 0);
      held.sending = sending;
      held.phase = { kind: 'sending' };
      start(
        held,
        'send',
        { total: done + left, done, batches: sending.batches },
        resumed !== null,
        async (control, report) => {
          const rate = createActiveRate(now);
          const note = noting(sending, control);
          const giveUp = new AbortController();
          const onClosing = (): void => {
            void effects.sleep(lastGraceMs, giveUp.signal).then(() => giveUp.abort());
          };
          control.closing.addEventListener('abort', onClosing);
          const onGone = (): void => {
            giveUp.abort();
          };
          held.gone.signal.addEventListener('abort', onGone);
          try {
            if (held.isInterrupted) {
              await control.proceed();
              held.isInterrupted = false;
              changed(held.record.connectionId);
            }
            let step: 'on' | 'stop' = 'stop';
            if (resumed?.hasBegun === true || (await begin(held, sending, control))) {
              await leaveOut(held.rows, note);
              if (settings.skipSame) await passOverSame(held, note);
              step = await sendRows(
                {
                  connectionId: held.record.connectionId,
                  rows: held.rows,
                  control,
                  readings: askingOnly(sentTo(held), effects.readings),
                  sizes: effects.sizes,
                  rate,
                  settings: () => held.record.settings ?? settings,
                  dropFromNowOn: () => save(held, { settings: { ...settings, onRefusal: 'drop' } }),
                  note,
                  tryNote: tryNoting(sending),
                  askUser: askUser(held, sending, control),
                  settled: ({ rows, isBatch, root }) => {
                    done += rows;
                    if (isBatch) sending.batches += 1;
                    if (root !== null) sending.roots = { ...sending.roots, after: root };
                    report({ done, batches: sending.batches, perSecond: rate.perSecond() });
                  },
                  newId: effects.newId,
                  sleep: effects.sleep,
                  giveUp: giveUp.signal,
                },
                resumed?.underWay ?? null,
              );
            }
            // The next session continues.
            if (control.isClosing() || held.gone.signal.aborted) return succeed(null);
            await end(held, sending, control, step === 'stop');
            if (settings.verify && step === 'on') await verify(held, false);
            else await addReceipt(held, sending);
            return succeed(null);
          } finally {
            control.closing.removeEventListener('abort', onClosing);
            held.gone.signal.removeEventListener('abort', onGone);
            // Ends the wait for the last response.
            giveUp.abort();
          }
        },
      );
    },
    verify,
    log: async (held) => {
      if (held.sending !== null) await addReceipt(held, held.sending);
    },
  };
}

/** The upload shows the results of earlier steps. */
export function dismissEnded(jobs: Pick<Jobs, 'list' | 'dismiss'>, connectionId: ConnectionId): void {
  for (const { id, kind, endedAt } of jobs.list(connectionId)) {
    if (kind === 'upload' && endedAt !== null) jobs.dismiss(id);
  }
}

async function* sentKeys(rows: UploadSession['rows']): AsyncGenerator<readonly string[]> {
  for (let from: number | null = 0; from !== null;) {
    const { keys, next } = await rows.sentKeys(from);
    if (keys.length > 0) yield keys;
    from = next;
  }
}

function holdsValue(atom: FoundRow['atom'], value: string): boolean {
  return atom !== null && atom !== 'refused' && atom.value === value;
}

function readBackLines(
  found: readonly { readonly row: number; readonly readBack: ReadBack }[],
): readonly JournalLine[] {
  const present = readBacks.map((readBack) => ({
    readBack,
    rows: found.filter((one) => one.readBack === readBack).map(({ row }) => row),
  }));
  return present
    .filter(({ rows }) => rows.length > 0)
    .map(({ readBack, rows }) => ({ kind: 'read-back', readBack, rows: toRanges(rows) }));
}
