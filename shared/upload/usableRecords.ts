import type { RowMapping } from '../domain/rowMapping.ts';
import type { SourceRecord } from '../domain/uploadSource.ts';
import { cutText } from '../text/cutText.ts';
import { unusedColumns } from './usedColumns.ts';

/** The beginning of an unreadable record that is shown, in characters. */
const longestText = 1_000;

/** Makes records unreadable in which a cell is wrong that the mapping uses; other cells do not matter. */
export function usableRecords(
  mapping: RowMapping,
  columns: readonly string[],
): (record: SourceRecord) => SourceRecord {
  const unused = new Set(unusedColumns(mapping, columns));
  return (record) => {
    if (record.kind === 'unreadable' || record.wrong === undefined) return record;
    const wrong = record.wrong.find(({ column }) => !unused.has(columns[column] ?? ''));
    if (wrong === undefined) return record;
    const texts = record.cells.flatMap((cell) => (cell === null ? [] : [cell.text]));
    const text = cutText(texts.join(' | '), longestText);
    return { kind: 'unreadable', place: record.place, why: wrong.why, text };
  };
}
