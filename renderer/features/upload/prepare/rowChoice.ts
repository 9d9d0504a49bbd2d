import type { UploadRowFilter, UploadRowSelection } from '#shared/domain/upload.ts';
import type { RowsChosen } from '../../../state/uploadStore.ts';

/** The most rows that can be selected one by one. */
export const mostNamedRows = 100_000;

export function isChosen(chosen: RowsChosen, row: number): boolean {
  return chosen.kind === 'all' || chosen.rows.has(row);
}

/** @param total rows that match the filter */
export function countChosen(chosen: RowsChosen, total: number): number {
  return chosen.kind === 'all' ? total : chosen.rows.size;
}

export function onlyRow(row: number): RowsChosen {
  return { kind: 'some', rows: new Set([row]) };
}

export function toggleRow(rows: ReadonlySet<number>, row: number): RowsChosen {
  const toggled = new Set(rows);
  if (!toggled.delete(row)) toggled.add(row);
  return { kind: 'some', rows: toggled };
}

/** The selection as the main process takes it; null if nothing is selected. */
export function selectionOf(chosen: RowsChosen, filter: UploadRowFilter): UploadRowSelection | null {
  if (chosen.kind === 'all') return { kind: 'filter', filter };
  return chosen.rows.size === 0 ? null : { kind: 'rows', rows: [...chosen.rows].sort((a, b) => a - b) };
}
