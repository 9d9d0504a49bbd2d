import { comparisons } from '#shared/domain/upload.ts';
import { flags, hasFlag, type ComparedColumns, type RowColumns } from './rowColumns.ts';
import type { ComparedRows } from './changeRecords.ts';
import type { FoundAtom, RowStand, SendRules } from './uploadRows.ts';

/** @param now the comparison of the row with what the service has now, at position `at` of it */
export function rowStand(
  columns: RowColumns,
  { rows, comparison, ...now }: ComparedRows,
  at: number,
  stored: FoundAtom,
  { skipSame, replacesUnseen }: SendRules,
): RowStand {
  const row = rows[at] ?? 0;
  const before = comparisons[columns.comparison[row] ?? 0] ?? 'not-compared';
  if (comparisons[comparison[at] ?? 0] === 'same') {
    if (before !== 'same' && hasFlag(columns, row, flags.sentAgain)) return 'landed';
    if (skipSame) return 'same';
    // What it replaces is compared first: later, only that shows what was there.
    return before === 'same' ? 'send' : 'replace';
  }
  // What cannot be read is replaced only if the user has seen that, or wants to replace whatever is there.
  if (stored === 'refused') {
    const isUnseen = before === 'not-compared' && !hasSeenValue(columns.compared, row);
    if (before === 'refused') return 'send';
    return isUnseen && replacesUnseen ? 'replace' : 'held';
  }
  switch (before) {
    case 'new':
      return stored === null ? 'send' : 'held';
    case 'same':
      return 'held';
    case 'changed':
      return stored !== null && isAsSeen(columns.compared, row, now, at) ? 'send' : 'held';
    case 'not-compared':
    case 'refused':
      // Only the text of the row has changed since it was compared.
      if (hasSeenValue(columns.compared, row))
        return stored !== null && isAsSeen(columns.compared, row, now, at) ? 'replace' : 'held';
      if (stored === null) return 'send';
      return replacesUnseen ? 'replace' : 'held';
  }
}

function hasSeenValue(seen: ComparedColumns | null, row: number): boolean {
  return seen !== null && !(Number.isNaN(seen.storedVersion[row]) && Number.isNaN(seen.storedValue[row]));
}

/** Whether the service has the value that the user has seen. Without its version, only the value itself shows that. */
function isAsSeen(seen: ComparedColumns | null, row: number, now: ComparedColumns, at: number): boolean {
  if (seen === null || !Object.is(seen.storedVersion[row], now.storedVersion[at])) return false;
  const value = seen.storedValue[row] ?? Number.NaN;
  return Number.isNaN(value) ? !Number.isNaN(seen.storedVersion[row]) : value === now.storedValue[at];
}
