import { comparisons } from '#shared/domain/upload.ts';
import { flags, hasFlag, type RowColumns } from './rowColumns.ts';
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
    return skipSame ? 'same' : 'send';
  }
  const seen = columns.compared;
  const version = seen?.storedVersion[row] ?? Number.NaN;
  // What cannot be read is replaced only if the user has seen that, or wants to replace whatever is there.
  if (stored === 'refused') {
    const isUnseen = before === 'not-compared' && Number.isNaN(version);
    return before === 'refused' || (isUnseen && replacesUnseen) ? 'send' : 'held';
  }
  switch (before) {
    case 'new':
      return stored === null ? 'send' : 'held';
    case 'same':
      return 'held';
    case 'changed':
      return stored !== null &&
        Object.is(version, now.storedVersion[at]) &&
        seen?.removed[row] === now.removed[at] &&
        seen?.added[row] === now.added[at] &&
        seen?.moreBytes[row] === now.moreBytes[at]
        ? 'send'
        : 'held';
    case 'not-compared':
    case 'refused':
      // Only the text of the row has changed since it was compared.
      if (!Number.isNaN(version))
        return stored !== null && version === now.storedVersion[at] ? 'send' : 'held';
      if (stored === null) return 'send';
      return replacesUnseen ? 'replace' : 'held';
  }
}
