import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { PreviousKept } from '#shared/domain/store.ts';
import { nothingKept } from '#shared/writes/previousKept.ts';
import type { ReceivedBatchStore } from '../client/decodeResponse.ts';
import type { GatewayResponse } from '../client/gateway.ts';
import type { BatchNotes } from './batchNotes.ts';
import { batchRefusalOf } from './batchRefusal.ts';
import { eventsOfGuard, guardBatch, type GuardedBatch } from './guardBatch.ts';
import type { Batch } from './outbox.ts';
import type { RequestKeys } from './readBackRows.ts';
import { toRanges } from './rows/rowRanges.ts';
import { sameOrEach } from './rows/sendEvents.ts';
import type { SendEffects } from './sendEffects.ts';

/** What became of a batch that was to be sent. */
export type SentBatch =
  | { readonly kind: 'canceled' }
  /** Nothing was sent, because some of its rows must not be. These have an outcome; the others are left. */
  | { readonly kind: 'left'; readonly batch: Batch }
  | AnsweredBatch;

export interface AnsweredBatch {
  readonly kind: 'answered';
  /** Without rows that were not sent. */
  readonly batch: Batch;
  readonly answer: GatewayResponse<ReceivedBatchStore>;
  readonly before: GuardedBatch['before'];
}

/** Sends batches, each right after its keys were read. */
export interface BatchSender {
  readonly send: (batch: Batch) => Promise<SentBatch>;
  /** Resolves when the known keys have learned of everything that was sent. */
  readonly remembered: () => Promise<void>;
}

export function createBatchSender(
  effects: Pick<
    SendEffects,
    | 'connectionId'
    | 'rows'
    | 'control'
    | 'readings'
    | 'rate'
    | 'settings'
    | 'keepPrevious'
    | 'settled'
    | 'newId'
    | 'giveUp'
  > & {
    readonly notes: BatchNotes;
    /** Starts to prepare the next batch, during the request. */
    readonly prepareNext: () => void;
  },
): BatchSender {
  const { connectionId: id, rows, control, readings, notes } = effects;
  let remembered: Promise<void> = Promise.resolve();

  const guard = (batch: Batch, ask: RequestKeys): Promise<Result<GuardedBatch>> =>
    guardBatch({ rows, batch: batch.rows, ask, rules: effects.settings() });
  const askBefore: RequestKeys = (keys, expects) =>
    control.ask((options) => readings.readMany(id, keys, { ...options, askedBy: 'app' }), expects);
  /** Gives their outcomes to rows that are not sent. @returns the others */
  const withoutOthers = async (batch: Batch, guarded: GuardedBatch): Promise<Batch> => {
    // A row is held on disk before its comparison is the new one, so that no crash lets it be sent.
    const events = eventsOfGuard(guarded);
    if (events.length > 0) await notes.now(...events);
    if (guarded.toCompare.length > 0) await rows.setCompared(guarded.toCompare);
    if (events.length > 0) effects.settled(guarded.same.length + guarded.held.length);
    return guarded.toSend.length === batch.rows.length ? batch : { ...batch, rows: guarded.toSend };
  };

  /** What the batch replaces is kept before that. */
  const recordStart = (batch: Batch, guarded: GuardedBatch): Promise<Result<null>> => {
    const note = (previous: PreviousKept): Promise<Result<null>> =>
      notes.tryNow({
        kind: 'sending',
        rows: rangesOf(batch),
        before: versionsBefore(batch, guarded),
        ...(previous.atoms + previous.notKept.length > 0 && { previous }),
      });
    const replaces = guarded.replaces.filter(({ before }) => before.kind !== 'absent');
    // At once if nothing is replaced, so that the entry comes before the next batch is prepared.
    return replaces.length === 0 ? note(nothingKept) : effects.keepPrevious(replaces).then(note);
  };

  /** null if it was canceled before it was sent. `answer` null: it was not sent, because others have stored meanwhile. */
  const transmit = async (batch: Batch, before: GuardedBatch): Promise<Transmission | null> => {
    const atoms = batch.rows.map(({ key, value }) => ({ key, value }));
    // In an object because it is set in a callback.
    const last: { answer: Transmission['answer']; guarded: GuardedBatch } = { answer: null, guarded: before };
    let recorded: Promise<Result<null>> | null = null;
    let attempts = 0;
    const asked = await control.ask(
      async ({ requestId, ...options }): Promise<Result<ReceivedBatchStore | null>> => {
        effects.rate.setActive(true);
        last.answer = null;
        attempts += 1;
        if (attempts > 1) {
          // Others may have stored during the wait.
          const again = await guard(batch, (keys) =>
            readings.readMany(id, keys, { ...options, requestId: effects.newId(), askedBy: 'app' }),
          );
          if (!again.ok) return again;
          // What is replaced now is kept, too.
          if (!isSameBefore(again.value, last.guarded)) recorded = null;
          last.guarded = again.value;
          if (again.value.toSend.length < batch.rows.length) return succeed(null);
          if (again.value.toCompare.length > 0) await rows.setCompared(again.value.toCompare);
        }
        // Nothing is sent before it is recorded. Meanwhile, the request is made and the connection is opened.
        recorded ??= recordStart(batch, last.guarded);
        // After that in the queue of the rows, so that the batch does not wait for it.
        effects.prepareNext();
        // Not aborted with the job: stopping lets the pending batch finish.
        const earlier = remembered;
        const answer = await readings.sendBatch(id, atoms, {
          requestId,
          signal: effects.giveUp,
          mayBeSent: recorded.then(
            ({ ok }) => ok && !control.signal.aborted,
            () => false,
          ),
          remembering: (done) => {
            remembered = done;
            done.catch(() => undefined);
          },
        });
        const noted = await recorded;
        if (!noted.ok) {
          // On a full disk the job pauses, and retries.
          recorded = null;
          return noted;
        }
        // The known keys may be at most one batch behind.
        await earlier;
        last.answer = answer;
        if (answer.ok) return succeed(answer.value);
        const isForJob = !answer.mayHaveBeenDone && batchRefusalOf(answer.error) === null;
        effects.rate.setActive(!isForJob);
        return fail(answer.error);
      },
      (error) =>
        last.answer !== null &&
        !last.answer.ok &&
        (last.answer.mayHaveBeenDone || batchRefusalOf(error) !== null),
    );
    if (asked.ok || last.answer !== null) return last;
    // Canceled after a refusal, during the wait or while the keys were read again.
    if (attempts > 0) await notes.now({ kind: 'not-stored', rows: rangesOf(batch) });
    return null;
  };

  return {
    send: async (all) => {
      const guarded = await guard(all, askBefore);
      if (!guarded.ok) return { kind: 'canceled' };
      const batch = await withoutOthers(all, guarded.value);
      if (batch.rows.length === 0) return { kind: 'left', batch };
      const sent = await transmit(batch, guarded.value);
      if (sent === null) return { kind: 'canceled' };
      const { answer, guarded: now } = sent;
      if (answer !== null) return { kind: 'answered', batch, answer, before: now.before };
      await notes.now({ kind: 'not-stored', rows: rangesOf(batch) });
      return { kind: 'left', batch: await withoutOthers(batch, now) };
    },
    remembered: () => remembered,
  };
}

interface Transmission {
  readonly answer: GatewayResponse<ReceivedBatchStore> | null;
  /** What the service held just before. */
  readonly guarded: GuardedBatch;
}

/** Whether the service held the same values both times. */
function isSameBefore({ replaces }: GuardedBatch, earlier: GuardedBatch): boolean {
  const valueAt = (one: GuardedBatch['replaces'][number] | undefined): string | null =>
    one?.before.kind === 'there' ? one.before.reading.value : null;
  return replaces.every((one, at) => valueAt(one) === valueAt(earlier.replaces[at]));
}

function rangesOf({ rows }: Batch) {
  return toRanges(rows.map(({ row }) => row));
}

function versionsBefore({ rows }: Batch, { before }: GuardedBatch) {
  return sameOrEach(
    rows.map(({ row }) => {
      const seen = before.get(row);
      return seen?.before === 'absent' ? 0 : (seen?.versionBefore ?? null);
    }),
  );
}
