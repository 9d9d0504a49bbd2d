import { describe, expect, it } from 'vitest';
import { sortColumns, type AtomColumn } from '#shared/domain/catalogueQuery.ts';
import {
  columnsThatFit,
  gridColumns,
  moveColumn,
  pressColumn,
  resizeColumn,
  withColumn,
} from './tableColumns.ts';

const shown = (...names: readonly AtomColumn[]) => names.map((name) => ({ name }));
const fitting = (names: readonly AtomColumn[], width: number) =>
  columnsThatFit(shown(...names), width).map(({ name }) => name);

describe('columnsThatFit', () => {
  it('shows the chosen columns if there is room', () => {
    expect(fitting(sortColumns, 2_000)).toEqual(sortColumns);
    expect(fitting(['key', 'verdict', 'hash'], 400)).toEqual(['key', 'verdict', 'hash']);
  });

  it('hides the least important columns first, but never key, verdict, and value', () => {
    expect(fitting(['key', 'version', 'leaf', 'verdict', 'readAt'], 320)).toEqual([
      'key',
      'version',
      'leaf',
      'verdict',
    ]);
    expect(fitting(sortColumns, 50)).toEqual(['key', 'verdict', 'value']);
    expect(fitting(['key', '$.a', 'value', '$.b', 'version'], 360)).toEqual(['key', '$.a', 'value']);
  });

  it('hides no column because another one is wider than it needs to be', () => {
    const wide = [{ name: 'key', width: 900 }, { name: 'value', width: 900 }, { name: 'version' }] as const;
    expect(columnsThatFit(wide, 320)).toEqual(wide);
  });
});

describe('gridColumns', () => {
  const widths = (...columns: Parameters<typeof gridColumns>[0]) =>
    gridColumns(columns).map(({ width }) => width);

  it('gives the rest of the width to the key, the value, and fields', () => {
    expect(widths(...shown('key', 'version', 'value', '$.unit'))).toEqual([
      'minmax(150px, 1fr)',
      '48px',
      'minmax(120px, 1.5fr)',
      'minmax(80px, 0.5fr)',
    ]);
  });

  it('has the widths of the user, as far as there is room', () => {
    expect(widths({ name: 'key', width: 300 }, { name: 'version', width: 70 })).toEqual([
      'minmax(150px, 300px)',
      '70px',
    ]);
  });

  it('names a field by its path', () => {
    expect(gridColumns(shown('$.unit', '$[0]')).map(({ header }) => header)).toEqual(['unit', '$[0]']);
  });
});

describe('changing columns', () => {
  const names = (columns: readonly { readonly name: AtomColumn }[]) => columns.map(({ name }) => name);

  it('adds the value after the key and others at the end, and never leaves out the key', () => {
    const before = shown('key', 'version');
    expect(names(withColumn(before, 'value', true))).toEqual(['key', 'value', 'version']);
    expect(names(withColumn(before, '$.unit', true))).toEqual(['key', 'version', '$.unit']);
    expect(names(withColumn(before, 'version', false))).toEqual(['key']);
    expect(names(withColumn(before, 'key', false))).toEqual(['key', 'version']);
  });

  it('moves a column to the place of another, in both directions', () => {
    const before = shown('key', 'version', 'leaf');
    expect(names(moveColumn(before, 'leaf', 'key'))).toEqual(['leaf', 'key', 'version']);
    expect(names(moveColumn(before, 'key', 'leaf'))).toEqual(['version', 'leaf', 'key']);
    expect(moveColumn(before, 'hash', 'leaf')).toBe(before);
  });

  it('changes a width, and resets it', () => {
    const wide = resizeColumn(shown('key', 'version'), 'version', 90);
    expect(wide).toEqual([{ name: 'key' }, { name: 'version', width: 90 }]);
    expect(resizeColumn(wide, 'version', null)).toEqual(shown('key', 'version'));
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
