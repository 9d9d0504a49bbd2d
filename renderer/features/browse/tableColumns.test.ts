import { describe, expect, it } from 'vitest';
import { sortColumns } from '#shared/domain/catalogueQuery.ts';
import { columnsThatFit, gridColumns, pressColumn } from './tableColumns.ts';

describe('columnsThatFit', () => {
  it('shows the chosen columns if there is room', () => {
    expect(columnsThatFit(sortColumns, 2_000)).toEqual(sortColumns);
    expect(columnsThatFit(['key', 'verdict', 'hash'], 400)).toEqual(['key', 'verdict', 'hash']);
  });

  it('hides the least important columns first, but never key and verdict', () => {
    expect(columnsThatFit(['key', 'version', 'leaf', 'verdict', 'readAt'], 320)).toEqual([
      'key',
      'version',
      'leaf',
      'verdict',
    ]);
    expect(columnsThatFit(sortColumns, 50)).toEqual(['key', 'verdict']);
  });
});

describe('gridColumns', () => {
  it('gives the rest of the width to the key', () => {
    expect(gridColumns(['key', 'version']).map(({ width }) => width)).toEqual([undefined, '48px']);
  });
});

describe('pressColumn', () => {
  it('reverses the order on a second click and starts times with the newest', () => {
    const byKey = { column: 'key', direction: 'ascending' } as const;
    expect(pressColumn(byKey, 'key')).toEqual({ column: 'key', direction: 'descending' });
    expect(pressColumn(byKey, 'readAt')).toEqual({ column: 'readAt', direction: 'descending' });
    expect(pressColumn(byKey, 'hash')).toEqual({ column: 'hash', direction: 'ascending' });
  });
});
