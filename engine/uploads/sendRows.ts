import type { AppError } from '#shared/domain/appError.ts';
import { fail, succeed } from '#shared/domain/result.ts';
import type { UploadAnswer, UploadQuestion, UploadRow, UploadRowInFull } from '#shared/domain/upload.ts';
import { signsOfOtherWrites } from '#shared/writes/otherWrites.ts';
import type { TakenRows } from './rows/uploadRows.ts';
import { outcomeReasons, refusalReason } from './rows/outcomeReasons.ts';
import { toRanges } from './rows/rowRanges.ts';
import { sameOrEach, type SendEvent } from './rows/sendEvents.ts';
import type { ReceivedBatchStore } from '../client/decodeResponse.ts';
import { createBatchNotes } from './batchNotes.ts';
import { batchRefusalOf, type BatchRefusal } from './batchRefusal.ts';
import { createOutbox, matchingRows, type Batch } from './outbox.ts';
import type { RequestKeys } from './readBackRows.ts';
import type { SendEffects } from './sendEffects.ts';
import { createBatchSender, type AnsweredBatch } from './sendBatch.ts';
import { settleBatch, type Settlement } from './settleBatch.ts';

type Row = TakenRows['rows'][number];

type Step = 'on' | 'stop';

/** Numbers of rows, and what the service had before they were sent. */
export interface UnderWay {
  readonly rows: readonly number[];
  readonly before: AnsweredBatch['before'];
}

/**
 * Sends all waiting rows, in order and in batches. Each batch is recorded before it is sent and after its
 * response, so that after a crash the outcome of at most one batch is unknown, which is settled first.
 *
 * @param underWay a batch that an earlier session sent, and whose outcome is unknown
 * @returns whether everything was sent that could be; `stop` if the user stopped, or the work was canceled
 */
export async function sendRows(effects: SendEffects, underWay: UnderWay | null): Promise<Step> {
  const { rows, control, readings, connectionId: id } = effects;
  const { batchAtoms, skipSame } = effects.settings();
  const outbox = createOutbox(rows, { batchAtoms, skipSame });
  const notes = createBatchNotes({ tryNote: effects.tryNote, ask: control.ask });
  let searchesAlways = false;
  /** Batches in a row whose response was lost and that were not stored. */
  let losses = 0;
  const sender = createBatchSender({ ...effects, notes, prepareNext: outbox.prepare });

  const send = async (batch: Batch): Promise<Step> => {
    const sent = await sender.send(batch);
    switch (sent.kind) {
      case 'canceled':
        return 'stop';
      case 'left':
        if (sent.batch.rows.length === 0) await endPart(sent.batch, false);
        else outbox.putBack(sent.batch);
        return 'on';
      case 'answered':
        return takeAnswer(sent);
    }
  };
  const takeAnswer = async ({ batch, answer, before }: AnsweredBatch): Promise<Step> => {
    if (answer.ok) return takeStored(batch, answer.value, before);
    if (answer.mayHaveBeenDone) return settle(batch, answer.error, before);
    await notes.now({ kind: 'not-stored', rows: toRanges(numbersOf(batch)) });
    const refusal = batchRefusalOf(answer.error);
    // Canceled before it was sent.
    return refusal === null ? 'stop' : takeRefusal(batch, answer.error, refusal);
  };

  /** A batch that is certainly not stored because of its content. */
  const takeRefusal = async (batch: Batch, error: AppError, refusal: BatchRefusal): Promise<Step> => {
    if (refusal.kind === 'too-large') {
      if (batch.rows.length > 1) {
        outbox.halve(batch, 'too-large');
        return 'on';
      }
      await effects.sizes.refused(id, { value: bytesOf(batch.rows[0]?.value ?? '') });
    }
    const index = batch.rows.length === 1 ? 0 : refusal.kind === 'content' ? refusal.index : null;
    const row = index === null ? undefined : batch.rows[index];
    return row === undefined
      ? decideOnBatch(batch, error)
      : decideOnRow(batch, row, error, refusal.kind === 'too-large');
  };

  const takeStored = async (
    batch: Batch,
    { atoms, rootHash }: ReceivedBatchStore,
    before: AnsweredBatch['before'],
  ): Promise<Step> => {
    const versionOf = new Map((atoms ?? []).map(({ key, version }) => [key, version]));
    const isNamed = atoms === null || batch.rows.every(({ key }) => versionOf.has(key));
    // The response says that it stored a batch but names other atoms, so it counts as no response.
    if (!isNamed) return settle(batch, otherAtoms, before);
    losses = 0;
    const versions = new Map(batch.rows.map(({ row, key }) => [row, versionOf.get(key) ?? null]));
    await conclude(batch, versions, before, { root: rootHash, isSettled: false });
    await effects.sizes.accepted(id, {
      largestValue: batch.rows.reduce((most, { value }) => Math.max(most, bytesOf(value)), 0),
      atoms: batch.rows.length,
    });
    return 'on';
  };
  const conclude = async (
    batch: Batch,
    versions: ReadonlyMap<number, number | null>,
    before: AnsweredBatch['before'],
    how: Pick<Extract<SendEvent, { kind: 'stored' }>, 'root' | 'isSettled'>,
  ): Promise<void> => {
    const numbers = numbersOf(batch);
    const others = numbers.filter((row) => {
      const [seen, version] = [before.get(row), versions.get(row) ?? null];
      return seen !== undefined && signsOfOtherWrites({ ...seen, version, readBack: null }).before;
    });
    const stored: SendEvent = {
      kind: 'stored',
      rows: toRanges(numbers),
      versions: sameOrEach(numbers.map((row) => versions.get(row) ?? null)),
      ...(others.length > 0 && { otherWrites: toRanges(others) }),
      ...how,
    };
    notes.later(stored, () => {
      effects.rate.add(numbers.length);
      effects.settled();
    });
    await endPart(batch, false);
  };
  const endPart = async (batch: Batch, isLargeRow: boolean): Promise<void> => {
    const tooLarge = outbox.conclude(batch, isLargeRow);
    if (tooLarge !== null) await effects.sizes.refused(id, { batchAtoms: tooLarge });
  };
  const close = async (
    closed: readonly Row[],
    outcome: 'refused' | 'unknown',
    why: (row: Row) => string,
  ): Promise<void> => {
    const byReason = new Map<string, number[]>();
    for (const row of closed) {
      const reason = why(row);
      const numbers = byReason.get(reason);
      if (numbers === undefined) byReason.set(reason, [row.row]);
      else numbers.push(row.row);
    }
    for (const [reason, numbers] of byReason) {
      await notes.now({ kind: outcome, rows: toRanges(numbers), why: reason });
    }
    effects.settled();
  };

  const askUser = async (question: UploadQuestion): Promise<UploadAnswer | null> => {
    effects.rate.setActive(false);
    return effects.askUser(question);
  };
  const decideOnRow = async (batch: Batch, row: Row, error: AppError, isLargeRow: boolean): Promise<Step> => {
    const answer = effects.settings().onRefusal === 'drop' ? dropIt : await askAboutRow(batch, row, error);
    switch (answer?.kind) {
      case 'drop':
        if (answer.always) await effects.dropFromNowOn();
        await close([row], 'refused', () => refusalReason(error, row));
        // A row that is too large was sent alone, and completes its part.
        if (isLargeRow) await endPart(batch, true);
        else outbox.putBack({ ...batch, rows: batch.rows.filter((other) => other !== row) });
        return 'on';
      case 'fix':
        // The user's answer changed the row, and others may now replace it.
        outbox.putBack(batch);
        await outbox.retake();
        return 'on';
      default:
        return 'stop';
    }
  };
  const askAboutRow = async (batch: Batch, { row }: Row, error: AppError): Promise<UploadAnswer | null> => {
    const shown = await rows.row(row);
    if (shown === null) throw new Error('A row that was sent is missing.');
    return askUser({ kind: 'refused-row', row: uploadRowOf(shown), error, batchRows: batch.rows.length });
  };
  const decideOnBatch = async (batch: Batch, error: AppError): Promise<Step> => {
    const answer: UploadAnswer | null =
      batch.isSearch || searchesAlways
        ? { kind: 'search' }
        : await askUser({ kind: 'refused-batch', error, batchRows: batch.rows.length });
    switch (answer?.kind) {
      case 'search':
        // If refused rows are always skipped without asking, this one is still asked about.
        searchesAlways ||= effects.settings().onRefusal === 'drop';
        outbox.halve(batch, 'search');
        return 'on';
      case 'leave':
        await close(batch.rows, 'refused', (row) => refusalReason(error, row));
        await endPart(batch, false);
        return 'on';
      default:
        return 'stop';
    }
  };

  /** The outcome of a batch whose response is missing. */
  const settle = async (
    batch: Batch,
    error: AppError | null,
    before: AnsweredBatch['before'],
  ): Promise<Step> => {
    const numbers = numbersOf(batch);
    await notes.now({ kind: 'lost', rows: toRanges(numbers) });
    const settlement = await settleBatch({
      rows: batch.rows,
      hadBefore: await knownBefore(numbers),
      isUnchanged,
      ask: askBack,
      rest: restBeforeLooking,
    });
    switch (settlement.kind) {
      case 'stored':
        losses = 0;
        await conclude(batch, settlement.versions, before, { root: null, isSettled: true });
        return 'on';
      case 'not-stored':
        return sendAgain(batch, error);
      case 'mixed':
        return decideOnUnsettled(batch, error, settlement);
      case 'unread':
        return leaveOpen(batch);
    }
  };
  const sendAgain = async (batch: Batch, error: AppError | null): Promise<Step> => {
    await notes.now({ kind: 'not-stored', rows: toRanges(numbersOf(batch)) });
    const refusal = error === null ? null : batchRefusalOf(error);
    if (error !== null && refusal !== null) return takeRefusal(batch, error, refusal);
    if (error !== null && isTooSlow(error)) outbox.shrink(batch);
    else outbox.putBack(batch);
    if (error === null) return 'on';
    losses += 1;
    // A service that loses every batch gets more and more time; then the user is told.
    let failures = 0;
    effects.rate.setActive(false);
    const waited = await control.ask(async () => {
      failures += 1;
      return failures <= losses ? fail(error) : succeed(null);
    });
    return waited.ok ? 'on' : 'stop';
  };
  const decideOnUnsettled = async (
    batch: Batch,
    error: AppError | null,
    { found, contradicted }: Extract<Settlement, { readonly kind: 'mixed' }>,
  ): Promise<Step> => {
    const answer = await askUser({ kind: 'unsettled-batch', error, batchRows: batch.rows.length, found });
    switch (answer?.kind) {
      case 'send-again':
        return sendAgain(batch, null);
      case 'leave':
        await close(batch.rows, 'unknown', ({ row }) =>
          contradicted.has(row) ? outcomeReasons.contradicted : outcomeReasons.unsettled,
        );
        await endPart(batch, false);
        return 'on';
      default:
        return leaveOpen(batch);
    }
  };
  /** Sending ends with a batch whose outcome is unknown. */
  const leaveOpen = async (batch: Batch): Promise<Step> => {
    // The next session reads it back; if the user stopped, nothing will.
    if (!control.isClosing()) await close(batch.rows, 'unknown', () => outcomeReasons.unsettled);
    return 'stop';
  };
  /** Rows that already had their value before they were sent: finding it there proves nothing. */
  const knownBefore = async (numbers: readonly number[]): Promise<ReadonlySet<number>> => {
    if (effects.settings().skipSame) return new Set();
    const same = await matchingRows(rows, numbers, ['unknown'], ['same']);
    return new Set(same.map(({ row }) => row));
  };
  const isUnchanged = async (row: number, version: number | null): Promise<boolean> => {
    if (version === null) return false;
    const known = await rows.row(row);
    return known?.comparison === 'changed' && known.storedVersion === version;
  };
  /**
   * After the user stops, the outcome of the last batch is still determined. The service may need a moment
   * for it.
   */
  const restBeforeLooking = (ms: number): Promise<void> => effects.sleep(ms, control.closing);
  const askBack: RequestKeys = async (keys, expects) => {
    effects.rate.setActive(false);
    const read = await control.ask(
      (options) => readings.readMany(id, keys, { ...options, askedBy: 'app' }),
      expects,
    );
    if (read.ok || !control.signal.aborted || control.isClosing()) return read;
    // Stopped by the user: the outcome of the last batch is worth one more request, outside the job.
    return readings.readMany(id, keys, {
      requestId: effects.newId(),
      signal: effects.giveUp,
      askedBy: 'app',
      purpose: 'upload',
    });
  };

  const go = async (): Promise<Step> => {
    if (underWay !== null && underWay.rows.length > 0) {
      const taken = await matchingRows(rows, underWay.rows, ['unknown']);
      const step = await settle({ rows: taken, isSearch: false, split: null }, null, underWay.before);
      if (step === 'stop') return step;
    }
    for (;;) {
      effects.rate.setActive(false);
      if (!(await control.proceed())) return 'stop';
      effects.rate.setActive(true);
      if (!outbox.isPrepared()) await notes.now();
      const batch = await outbox.next();
      if (batch === null) return 'on';
      const step = await send(batch);
      if (step === 'stop') return step;
    }
  };
  try {
    const step = await go();
    await notes.now();
    return step;
  } finally {
    effects.rate.setActive(false);
    await sender.remembered();
  }
}

/** The batch or its response did not arrive in time. */
function isTooSlow(error: AppError): boolean {
  return error.code === 'timeout' || (error.code === 'unexpected_status' && error.status === 408);
}

function numbersOf(batch: Batch): readonly number[] {
  return batch.rows.map(({ row }) => row);
}

function bytesOf(value: string): number {
  return Buffer.byteLength(value, 'utf8');
}

const dropIt = { kind: 'drop', always: false } as const;
const otherAtoms: AppError = {
  code: 'bad_response',
  field: 'atoms',
  message: 'The response to a batch does not name every atom that was sent.',
  requestId: null,
};

/** A row as shown in the table: without its complete value and its record. */
function uploadRowOf(full: UploadRowInFull): UploadRow {
  const { value: _value, cells: _cells, unreadable: _unreadable, sameKey: _sameKey, ...row } = full;
  return row;
}
