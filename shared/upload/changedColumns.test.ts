import { describe, expect, it } from 'vitest';
import type { ColumnChange, RowMapping } from '../domain/rowMapping.ts';
import type { SourceCell, SourceRecord } from '../domain/uploadSource.ts';
import { applyMapping, type MappedRow } from './applyMapping.ts';
import { columnsWithPaths } from './cellPath.ts';
import { namesOfChanged } from './changedColumns.ts';
import { unusedColumns, valueColumns } from './usedColumns.ts';

const columns = ['name', 'code', 'people', 'name.short'];
const cells: readonly SourceCell[] = [
  {
    text: '{"common":"Chad","native":{"ara":null,"fra":{"official":"Tchad"}},"alt":["TD","Tshad"]}',
    isText: false,
  },
  { text: 'TD', isText: true },
  { text: '17 179 740', isText: true },
  { text: 'chd', isText: true },
];

function change(from: string, name: string, more: Partial<ColumnChange> = {}): ColumnChange {
  return { from, name, keeps: false, steps: [], ...more };
}

function mapping(
  key: string,
  value: string | readonly string[],
  changes: readonly ColumnChange[] = [],
): RowMapping {
  return {
    key,
    value:
      typeof value === 'string' ? { kind: 'template', template: value } : { kind: 'object', columns: value },
    trimKeys: false,
    changes,
  };
}

function row(applied: RowMapping, of: readonly (SourceCell | null)[] = cells): MappedRow {
  const made = applyMapping(applied, columns);
  if (!made.ok) throw new Error(`The mapping is wrong: ${JSON.stringify(made)}`);
  return made.row(of, 7);
}

describe('properties of JSON in a column', () => {
  it.each([
    ['{name.common}', 'Chad'],
    ['{name.native.fra.official}', 'Tchad'],
    ['{name.alt.1}', 'Tshad'],
    ['{name.short}', 'chd'],
  ])('%s', (template, value) => {
    expect(row(mapping('{code}', template))).toEqual({ key: 'TD', value, problems: [] });
  });

  it('are missing where the object lacks them', () => {
    expect(row(mapping('{code}', '{name.native.ara.official}')).problems).toEqual(['no-value']);
    expect(row(mapping('{name.other}', '{code}')).problems).toEqual(['no-key']);
  });

  it.each([
    ['a text', { text: 'Chad', isText: true }],
    ['a number', { text: '7', isText: false }],
    ['an object that has the name twice', { text: '{"common":"a","common":"b"}', isText: false }],
  ])('block the row if the cell is %s', (_, cell) => {
    expect(row(mapping('{code}', '{name.common}'), [cell, ...cells.slice(1)]).problems).toContain(
      'not-converted',
    );
  });

  it('say whether the key or the value does not fit', () => {
    const cell = { text: 'Chad', isText: true };
    const inKey = row(mapping('{name.common}', '{code}'), [cell, ...cells.slice(1)]);
    expect(inKey.problems).toEqual(['key-not-converted']);
  });

  it('are found in the first records', () => {
    const records: readonly SourceRecord[] = [
      { kind: 'cells', place: 1, cells: [{ text: '{"a":{"b":1},"c.d":2}', isText: false }, null] },
      { kind: 'cells', place: 2, cells: [{ text: '{"e":"cut of…', isText: false }, null] },
    ];
    expect(columnsWithPaths(['x', 'y'], records)).toEqual(['x', 'x.a', 'x.a.b', 'x.e', 'y']);
  });

  it('make no key if they are objects or lists themselves', () => {
    expect(row(mapping('v1.{name.alt}', '{code}')).problems).toEqual(['json-key']);
  });
});

describe('changed columns', () => {
  it('take the place of theirs, or are added', () => {
    const changes = [
      change('code', 'id', { steps: [{ kind: 'case', to: 'lower' }] }),
      change('name.common', 'title'),
      change('people', 'count', { keeps: true }),
    ];
    const changed = mapping('{id}', ['title', 'people', 'count'], changes);
    expect(namesOfChanged(changed, columns)).toEqual([
      'name',
      'id',
      'people',
      'name.short',
      'title',
      'count',
    ]);
    expect(row(changed)).toEqual({
      key: 'td',
      value: '{"title":"Chad","people":"17 179 740","count":"17 179 740"}',
      problems: [],
    });
    expect(valueColumns(changed, columns)).toEqual(['title', 'people', 'count']);
    expect(unusedColumns(changed, columns)).toEqual(['name (other properties)', 'name.short']);
  });

  it('block a row whose cell they do not fit, and leave the cell as it is', () => {
    const changes = [change('people', 'people', { steps: [{ kind: 'type', to: 'number' }] })];
    expect(row(mapping('{code}', '{people}', changes))).toEqual({
      key: 'TD',
      value: '17 179 740',
      problems: ['not-converted'],
    });
  });

  it('leave out properties without a value if asked to', () => {
    const omitting: RowMapping = {
      ...mapping('{code}', []),
      value: { kind: 'object', columns: ['name.native.ara', 'people'], omitsMissing: true },
    };
    expect(row(omitting).value).toBe('{"people":"17 179 740"}');
    expect(row(omitting, [null, cells[1] ?? null, null, null])).toEqual({
      key: 'TD',
      value: '',
      problems: ['no-value'],
    });
  });

  it.each([
    [[change('nam', 'x')], { kind: 'unknown-column', name: 'nam' }],
    [[change('code', 'people')], { kind: 'name-taken', name: 'people' }],
    [[change('code', 'code', { keeps: true })], { kind: 'name-taken', name: 'code' }],
  ])('cannot be %o', (changes, problem) => {
    expect(applyMapping(mapping('{code}', '{name}', changes), columns)).toMatchObject({
      ok: false,
      changes: problem,
    });
  });
});
