import type { UploadRow, UploadRowInFull } from '#shared/domain/upload.ts';

/** A row as the table has it: without its whole value and its record. */
export function uploadRowOf(full: UploadRowInFull): UploadRow {
  const { value: _value, cells: _cells, unreadable: _unreadable, sameKey: _sameKey, ...row } = full;
  return row;
}
