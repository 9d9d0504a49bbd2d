import type { UploadRow, UploadRowInFull } from '#shared/domain/upload.ts';

/** A row as shown in the table: without its complete value and its record. */
export function uploadRowOf(full: UploadRowInFull): UploadRow {
  const { value: _value, cells: _cells, unreadable: _unreadable, sameKey: _sameKey, ...row } = full;
  return row;
}
