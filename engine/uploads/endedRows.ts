import type {
  RowOutcome,
  SendSettings,
  UploadRow,
  UploadRowFilter,
  UploadRowSelection,
} from '#shared/domain/upload.ts';
import type { UploadRows } from './rows/uploadRows.ts';
import type { RowsChange } from './changeRows.ts';
import { notStored } from './rows/replaceRows.ts';
import { toRanges } from './rows/rowRanges.ts';
import { rowNumbers } from './leftOutRows.ts';
import { recordEvents, type UploadSession } from './uploadSession.ts';

// What the user can do with rows that are not stored after a send run has ended.

const atOnce = 1_000;

/** Changes a row, which will then be sent again; null if there is no such row. */
export async function changeEnded(
  ended: UploadSession,
  row: number,
  atom: { readonly key: string; readonly value: string },
): Promise<UploadRow | null> {
  const found = await find(ended.rows, { kind: 'rows', rows: [row] }, notStored, () => true);
  if (found.length === 0) return null;
  // First, so that no row is shown as refused with a text that was not sent.
  await wait(ended, found);
  return ended.rows.change(row, atom);
}

/** Changes those of the rows that are not stored; resolves to how many have changed. */
export async function changeAllEnded(
  ended: UploadSession,
  selection: UploadRowSelection,
  change: RowsChange,
): Promise<number> {
  const { rows } = ended;
  switch (change.kind) {
    case 'revert': {
      const found = await find(rows, selection, notStored, ({ edited }) => edited);
      await wait(ended, found);
      return rows.revert({ kind: 'rows', rows: found });
    }
    case 'drop': {
      const found = await find(
        rows,
        selection,
        notStored,
        ({ status }) => (status === 'dropped') !== change.dropped,
      );
      if (!change.dropped) await wait(ended, found);
      else if (found.length > 0) {
        await recordEvents(ended, { kind: 'dropped', rows: toRanges(found) });
      }
      return rows.drop({ kind: 'rows', rows: found }, change.dropped);
    }
    case 'allow': {
      const found = await find(rows, selection, notStored, () => true);
      return rows.allow({ kind: 'rows', rows: found }, change.allowed);
    }
    case 'again': {
      const found = await find(
        rows,
        selection,
        ['refused', 'unknown', 'held'],
        ({ status }) => status !== 'dropped',
      );
      await wait(ended, found);
      return found.length;
    }
  }
}

/** Marks all remaining ready rows as waiting, as a send run needs it. */
export async function queueLeftRows(ended: UploadSession): Promise<void> {
  await wait(ended, await rowNumbers(ended.rows, { status: 'ready', outcome: 'skipped' }));
}

/** How many rows a send run would send. */
export async function countLeft(
  rows: Pick<UploadRows, 'rows'>,
  { skipSame }: Pick<SendSettings, 'skipSame'>,
): Promise<number> {
  const count = async (filter: UploadRowFilter): Promise<number> =>
    (await rows.rows({ ...filter, status: 'ready' }, { from: 0, to: 0 })).total;
  let left = 0;
  for (const outcome of ['waiting', 'skipped'] as const) {
    left += await count({ outcome });
    if (skipSame) left -= await count({ outcome, comparison: 'same' });
  }
  return left;
}

async function wait(ended: UploadSession, found: readonly number[]): Promise<void> {
  if (found.length > 0) await recordEvents(ended, { kind: 'again', rows: toRanges(found) });
}

/** Numbers of the rows of a selection that have one of the outcomes and are included, ascending. */
async function find(
  rows: Pick<UploadRows, 'rows'>,
  selection: UploadRowSelection,
  outcomes: readonly RowOutcome[],
  isMeant: (row: UploadRow) => boolean,
): Promise<readonly number[]> {
  const found: number[] = [];
  const take = (some: readonly UploadRow[]): void => {
    for (const row of some) if (outcomes.includes(row.outcome) && isMeant(row)) found.push(row.row);
  };
  if (selection.kind === 'rows') {
    for (const row of new Set(selection.rows)) {
      // Without a filter, the position of a row is its number.
      take((await rows.rows({}, { from: row, to: row + 1 })).rows);
    }
  } else {
    for (let from = 0; ; from += atOnce) {
      const { rows: some, total } = await rows.rows(selection.filter, { from, to: from + atOnce });
      take(some);
      if (from + atOnce >= total) break;
    }
  }
  return found.sort((one, other) => one - other);
}
