import type { PreviousKept } from '#shared/domain/store.ts';
import type { RowOutcome, UploadVerification } from '#shared/domain/upload.ts';
import type { UploadRun } from '#shared/domain/writeReceipt.ts';
import { keptOfBoth, nothingKept } from '#shared/writes/previousKept.ts';
import { outcomeReasons } from './outcomeReasons.ts';
import { rowsIn, type RowRanges } from './rowRanges.ts';
import type { EventVersions, SendEvent } from './sendEvents.ts';

/** What all events of an upload amount to; with several runs, of the last unless stated otherwise. */
export interface SendState {
  /** The runs before the last. */
  readonly earlier: readonly UploadRun[];
  /** Rows that were sent, by outcome. */
  readonly tally: Pick<UploadRun, 'stored' | 'refused' | 'unknown'>;
  /** null if no run has started. Epoch milliseconds. */
  readonly begunAt: number | null;
  /** Rows of a batch that was sent and whose outcome is not recorded; null if there is none. */
  readonly underWay: RowRanges | null;
  /** What the service had before that batch; see `sending`. */
  readonly before: EventVersions;
  /** What is kept of the values before that batch. */
  readonly previousUnderWay: PreviousKept | null;
  /** The same of all batches that are stored, or may be; of all runs. */
  readonly previous: PreviousKept;
  readonly batches: number;
  readonly roots: { readonly before: string | null; readonly after: string | null };
  readonly end: {
    readonly at: number;
    readonly isStopped: boolean;
    readonly errorCode: string | null;
  } | null;
  readonly verification: UploadVerification | null;
  /** Whether the list of writes has a receipt of the end. */
  readonly hasReceipt: boolean;
}

const fresh = {
  tally: { stored: 0, refused: 0, unknown: 0 },
  batches: 0,
  end: null,
  hasReceipt: false,
} as const;
const nothingSent: SendState = {
  ...fresh,
  earlier: [],
  begunAt: null,
  underWay: null,
  before: null,
  previousUnderWay: null,
  previous: nothingKept,
  roots: { before: null, after: null },
  verification: null,
};

/** @param before null if nothing has happened */
export function afterEvent(before: SendState | null, event: SendEvent): SendState {
  const state = before ?? nothingSent;
  switch (event.kind) {
    case 'begun':
      return {
        ...state,
        ...fresh,
        earlier: runsOf(state),
        begunAt: event.at,
        roots: { before: event.rootBefore, after: null },
      };
    case 'sending':
      // The same batch once more, if there was one.
      return {
        ...state,
        underWay: event.rows,
        before: event.before ?? null,
        previousUnderWay: event.previous ?? null,
      };
    case 'stored':
      return {
        ...withPreviousOfLast(state),
        ...tallied(state, event),
        batches: state.batches + 1,
        roots: { ...state.roots, after: event.root ?? state.roots.after },
      };
    case 'refused':
      return { ...state, ...tallied(state, event) };
    case 'unknown':
      return { ...withPreviousOfLast(state), ...tallied(state, event) };
    case 'not-stored':
      return { ...state, underWay: null, previousUnderWay: null };
    case 'ended': {
      const { at, isStopped, errorCode } = event;
      return { ...withPreviousOfLast(state), underWay: null, end: { at, isStopped, errorCode } };
    }
    case 'verified': {
      const { at, roots, unproven, requests } = event;
      return { ...state, verification: { at, roots, unproven, requests } };
    }
    case 'receipt':
      return { ...state, hasReceipt: true };
    case 'lost':
      return withPreviousOfLast(state);
    // These change rows only.
    case 'same':
    case 'held':
    case 'left-out':
    case 'again':
    case 'dropped':
    case 'settled':
    case 'not-found':
    case 'read-back':
      return state;
  }
}

/** The last batch may have replaced something. */
function withPreviousOfLast(state: SendState): SendState {
  const { previous, previousUnderWay } = state;
  return previousUnderWay === null
    ? state
    : { ...state, previous: keptOfBoth(previous, previousUnderWay), previousUnderWay: null };
}

/** All runs that have ended, in order. */
export function runsOf({ earlier, begunAt, roots, tally, end }: SendState): readonly UploadRun[] {
  if (end === null) return earlier;
  const last: UploadRun = {
    startedAt: begunAt ?? end.at,
    endedAt: end.at,
    rootBefore: roots.before,
    rootAfter: roots.after,
    isStopped: end.isStopped,
    ...tally,
  };
  return [...earlier, last];
}

function tallied(
  { tally }: SendState,
  { kind, rows }: Extract<SendEvent, { readonly kind: keyof SendState['tally'] }>,
): Pick<SendState, 'tally' | 'underWay'> {
  return { tally: { ...tally, [kind]: tally[kind] + rowsIn(rows) }, underWay: null };
}

/** The outcome of some rows. */
export interface OutcomeChange {
  /** `waiting`: all rows that are still waiting, whether ready or not. */
  readonly rows: RowRanges | 'waiting';
  readonly outcome: RowOutcome;
  readonly why: string | null;
  /** One for all, or one for each of the rows in their order. */
  readonly versions: EventVersions;
}

/** The outcomes that an event gives to rows, in order. @param before the state before it */
export function outcomesAfter(before: SendState | null, event: SendEvent): readonly OutcomeChange[] {
  const give = (
    outcome: RowOutcome,
    why: string | null,
    { rows, versions = null }: { readonly rows: RowRanges; readonly versions?: OutcomeChange['versions'] },
  ): readonly OutcomeChange[] => [{ rows, outcome, why, versions }];
  switch (event.kind) {
    case 'same':
      return give('same', outcomeReasons.same, event);
    case 'held':
      return give('held', outcomeReasons.held, event);
    case 'left-out':
      return give('skipped', event.why, event);
    case 'lost':
      return give('unknown', outcomeReasons.lost, event);
    case 'stored':
      return give('stored', event.isSettled ? outcomeReasons.settled : null, event);
    case 'not-stored':
    case 'again':
      return give('waiting', null, event);
    case 'refused':
    case 'unknown':
      return give(event.kind, event.why, event);
    case 'ended': {
      const underWay = before?.underWay ?? null;
      return [
        ...(underWay === null ? [] : give('unknown', outcomeReasons.unsettled, { rows: underWay })),
        ...event.skipped.flatMap((skipped) => give('skipped', skipped.why, skipped)),
        { rows: 'waiting', outcome: 'skipped', why: outcomeReasons.stopped, versions: null },
      ];
    }
    case 'dropped':
      return give('skipped', outcomeReasons.dropped, event);
    case 'settled':
      return give('stored', outcomeReasons.settled, event);
    case 'not-found':
      return give(
        'unknown',
        event.isContradicted === true ? outcomeReasons.contradicted : outcomeReasons.notFound,
        event,
      );
    case 'begun':
    case 'sending':
    case 'read-back':
    case 'verified':
    case 'receipt':
      return [];
  }
}
