import { readBacks, rowOutcomes } from '#shared/domain/upload.ts';
import { outcomeReasons } from './outcomeReasons.ts';
import { sentColumns } from './rowColumns.ts';
import type { RowTable } from './rowTable.ts';
import type { SendEvent } from './sendEvents.ts';
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

/** @param reasons texts that `SentColumns.why` refers to */
export function createSentRows(table: RowTable, reasons: Texts): SentRows {
  const { columns } = table;
  let state: SendState | null = null;

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
    let at = 0;
    for (const [first, last] of rows) {
      for (let row = first; row <= Math.min(last, columns.count - 1); row++, at++) {
        set(row, typeof versions === 'number' ? versions : (versions?.[at] ?? null));
      }
    }
  };
  return {
    state: () => state,
    apply: (event) => {
      for (const change of outcomesAfter(state, event)) give(change);
      if (event.kind === 'read-back') {
        const code = readBacks.indexOf(event.readBack);
        for (const [first, last] of event.rows) {
          for (let row = first; row <= Math.min(last, columns.count - 1); row++) {
            table.mark(row, () => {
              columns.readBack[row] = code;
            });
          }
        }
      }
      state = afterEvent(state, event);
    },
    interrupt: () => {
      const underWay = state?.underWay ?? null;
      if (underWay !== null)
        give({ rows: underWay, outcome: 'unknown', why: outcomeReasons.lost, versions: null });
    },
  };
}
