import { readBacks, rowOutcomes } from '#shared/domain/upload.ts';
import { outcomeReasons } from './outcomeReasons.ts';
import { flags, hasFlag, sentColumns, setFlag } from './rowColumns.ts';
import type { RowRanges } from './rowRanges.ts';
import type { RowTable } from './rowTable.ts';
import { versionAt, type SendEvent } from './sendEvents.ts';
import { afterEvent, outcomesAfter, type OutcomeChange, type SendState } from './sendState.ts';
import type { Texts } from './stageRows.ts';

/** What became of rows that were sent: their columns, and the state of the sending. */
export interface SentRows {
  /** null if nothing has happened. */
  readonly state: () => SendState | null;
  readonly apply: (event: SendEvent) => void;
  /** The app ended: the outcome of a batch that was under way is unknown. */
  readonly interrupt: () => void;
}

const waiting = rowOutcomes.indexOf('waiting');
const stored = rowOutcomes.indexOf('stored');
const unknown = rowOutcomes.indexOf('unknown');

/** @param reasons texts that `SentColumns.why` refers to */
export function createSentRows(table: RowTable, reasons: Texts): SentRows {
  const { columns } = table;
  let state: SendState | null = null;

  const each = (rows: RowRanges, act: (row: number, at: number) => void): void => {
    let at = 0;
    for (const [first, last] of rows)
      for (let row = first; row <= Math.min(last, columns.count - 1); row++, at++) act(row, at);
  };
  /** A lost batch that was sent again may have been stored as well: then this is not the write of another. */
  const markOtherWrite = (row: number): void => {
    const flag = hasFlag(columns, row, flags.sentAgain) ? flags.storedTwice : flags.otherWrite;
    table.mark(row, () => setFlag(columns, row, flag, true));
  };

  const give = ({ rows, outcome, why, versions }: OutcomeChange): void => {
    const sent = sentColumns(columns);
    const code = rowOutcomes.indexOf(outcome);
    const whyNumber = reasons.number(why);
    const set = (row: number, version: number | null): void => {
      table.mark(row, () => {
        columns.outcome[row] = code;
        sent.why[row] = whyNumber;
        sent.version[row] = version ?? Number.NaN;
      });
    };
    if (rows === 'waiting') {
      for (let row = 0; row < columns.count; row++) if (columns.outcome[row] === waiting) set(row, null);
      return;
    }
    each(rows, (row, at) => set(row, versionAt(versions, at)));
  };
  const giveReadBack = ({
    rows,
    readBack,
    versions,
  }: Extract<SendEvent, { readonly kind: 'read-back' }>): void => {
    const code = readBacks.indexOf(readBack);
    const { version } = sentColumns(columns);
    each(rows, (row, at) => {
      table.mark(row, () => {
        columns.readBack[row] = code;
      });
      const now = versionAt(versions ?? null, at);
      if (now === null || columns.outcome[row] !== stored) return;
      if (now > (version[row] ?? Number.NaN)) markOtherWrite(row);
      version[row] = now;
    });
  };
  return {
    state: () => state,
    apply: (event) => {
      if (event.kind === 'not-stored' || event.kind === 'again')
        each(event.rows, (row) => {
          if (columns.outcome[row] === unknown) setFlag(columns, row, flags.sentAgain, true);
        });
      for (const change of outcomesAfter(state, event)) give(change);
      if (event.kind === 'read-back') giveReadBack(event);
      if (event.kind === 'stored' && event.otherWrites !== undefined) each(event.otherWrites, markOtherWrite);
      state = afterEvent(state, event);
    },
    interrupt: () => {
      const underWay = state?.underWay ?? null;
      if (underWay !== null)
        give({ rows: underWay, outcome: 'unknown', why: outcomeReasons.lost, versions: null });
    },
  };
}
