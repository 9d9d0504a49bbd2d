import { describe, expect, it } from 'vitest';
import type { UploadRow } from '#shared/domain/upload.ts';
import { canEditCell } from './cellEditing.ts';

const row: UploadRow = {
  row: 0,
  place: 2,
  key: 'v1.a',
  valueStart: 'red',
  valueBytes: 3,
  status: 'ready',
  problems: [],
  detail: null,
  edited: false,
  allowed: false,
  comparison: 'not-compared',
  storedVersion: null,
  difference: null,
  outcome: 'waiting',
  why: null,
  version: null,
  readBack: 'not-read',
  marks: [],
};
const long = 'x'.repeat(251);

describe('a cell of a row', () => {
  it('is edited in the list if its text is short and one line', () => {
    expect(canEditCell(row, undefined, 'key')).toBe(true);
    expect(canEditCell(row, undefined, 'value')).toBe(true);
    expect(canEditCell({ ...row, key: long }, undefined, 'key')).toBe(false);
    expect(canEditCell({ ...row, key: long }, undefined, 'value')).toBe(true);
    expect(canEditCell({ ...row, valueStart: 'red\r\n', valueBytes: 5 }, undefined, 'value')).toBe(false);
    // Only its start is known.
    expect(canEditCell({ ...row, valueBytes: 4 }, undefined, 'value')).toBe(false);
  });

  it('is edited as typed beside the list, unless that would not fit', () => {
    expect(canEditCell({ ...row, key: long }, { key: 'v1.b', value: 'a\nb' }, 'key')).toBe(true);
    expect(canEditCell(row, { key: 'v1.b', value: 'a\nb' }, 'value')).toBe(false);
  });

  it('is not edited in the list if the row has no value, which would become empty', () => {
    expect(canEditCell({ ...row, problems: ['no-value'] }, undefined, 'key')).toBe(false);
    expect(canEditCell({ ...row, problems: ['unreadable'] }, undefined, 'key')).toBe(false);
    expect(canEditCell({ ...row, problems: ['no-key'], key: '' }, undefined, 'key')).toBe(true);
  });
});
