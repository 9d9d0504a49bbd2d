import { describe, expect, it } from 'vitest';
import { sortColumns } from '#shared/domain/catalogueQuery.ts';
import { columnsThatFit, gridColumns, pressColumn } from './tableColumns.ts';

describe('columnsThatFit', () => {
  it('shows what was chosen where there is room', () => {
    expect(columnsThatFit(sortColumns, 2_000)).toEqual(sortColumns);
    expect(columnsThatFit(['key', 'verdict', 'hash'], 400)).toEqual(['key', 'verdict', 'hash']);
  });

  it('gives up what says least first, and never the key and the verdict', () => {
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
  it('leaves the rest to the key', () => {
    expect(gridColumns(['key', 'version']).map(({ width }) => width)).toEqual([undefined, '48px']);
  });
});

describe('pressColumn', () => {
  it('turns the direction on a second press and begins with the newest', () => {
    const byKey = { column: 'key', direction: 'ascending' } as const;
    expect(pressColumn(byKey, 'key')).toEqual({ column: 'key', direction: 'descending' });
    expect(pressColumn(byKey, 'readAt')).toEqual({ column: 'readAt', direction: 'descending' });
    expect(pressColumn(byKey, 'hash')).toEqual({ column: 'hash', direction: 'ascending' });
  });
});
