import { describe, expect, it } from 'vitest';
import type { ColumnChange, RowMapping } from '#shared/domain/rowMapping.ts';
import type { SourceRecord } from '#shared/domain/uploadSource.ts';
import {
  changedCells,
  previewChange,
  unknownProperties,
  withChange,
  withPathsLast,
} from './columnChanges.ts';

const columns = ['name', 'code', 'people'];
const records: readonly SourceRecord[] = [
  { kind: 'cells', place: 1, cells: [{ text: '{"common":"Chad"}', isText: false }, text('TD'), text('17')] },
  { kind: 'cells', place: 2, cells: [text('Peru'), text('PE'), text('many')] },
  { kind: 'unreadable', place: 3, why: 'x', text: '' },
];

function text(value: string) {
  return { text: value, isText: true };
}

function change(from: string, name: string, more: Partial<ColumnChange> = {}): ColumnChange {
  return { from, name, keeps: false, steps: [], ...more };
}

const mapping: RowMapping = {
  key: 'v1{{.{code}',
  value: { kind: 'object', columns: ['name', 'people'] },
  trimKeys: false,
};

describe('a change of a column', () => {
  it('renames it wherever the mapping uses it', () => {
    const renamed = withChange(mapping, columns, 0, change('code', 'id'));
    expect(renamed.key).toBe('v1{{.{id}');
    expect(withChange(renamed, columns, 0, change('code', 'iso')).key).toBe('v1{{.{iso}');
    expect(withChange(renamed, columns, 0, null)).toEqual({ ...mapping, changes: [] });
    const people = withChange(mapping, columns, 0, change('people', 'population'));
    expect(people.value).toEqual({ kind: 'object', columns: ['name', 'population'] });
  });

  it('renames properties in templates', () => {
    const templated: RowMapping = {
      ...mapping,
      value: { kind: 'template', template: '{name.common}, {people}' },
    };
    expect(withChange(templated, columns, 0, change('name', 'n')).value).toEqual({
      kind: 'template',
      template: '{n.common}, {people}',
    });
  });

  it('adds a property to an object that has all columns, and takes it away again', () => {
    const added = withChange(mapping, columns, 0, change('name.common', 'title'));
    expect(added.value).toEqual({ kind: 'object', columns: ['name', 'people', 'title'] });
    expect(withChange(added, columns, 0, null).value).toEqual(mapping.value);
    const chosen: RowMapping = {
      ...mapping,
      value: { kind: 'object', columns: ['people'], omitsMissing: true },
    };
    expect(withChange(chosen, columns, 0, change('name.common', 'title')).value).toEqual(chosen.value);
  });

  it('gives a template what an added column was made of when the column is removed', () => {
    const added = withChange({ ...mapping, key: 'v1.{code}' }, columns, 0, change('name.common', 'title'));
    const used = { ...added, key: 'v1.{title}' };
    expect(withChange(used, columns, 0, null).key).toBe('v1.{name.common}');
    expect(withChange(used, columns, 0, change('code', 'id')).key).toBe('v1.{id}');
    const copied = withChange(mapping, columns, 0, change('people', 'count', { keeps: true }));
    const both: RowMapping = { ...copied, value: { kind: 'object', columns: ['people', 'count'] } };
    expect(withChange(both, columns, 0, null).value).toEqual({ kind: 'object', columns: ['people'] });
  });

  it('leaves a template alone that is not valid yet', () => {
    const typing = { ...mapping, key: 'v1.{co' };
    expect(withChange(typing, columns, 0, change('code', 'id')).key).toBe('v1.{co');
  });
});

describe('the preview of a change', () => {
  it('has each cell before and after, or that it does not fit', () => {
    const steps = [{ kind: 'type', to: 'number' }] as const;
    expect(previewChange({ columns, records }, { from: 'people', steps })).toEqual([
      { place: 1, before: '17', after: { fits: true, text: '17', isText: false } },
      { place: 2, before: 'many', after: { fits: false, step: steps[0] } },
    ]);
    expect(previewChange({ columns, records }, { from: 'name.common', steps: [] })).toEqual([
      { place: 1, before: 'Chad', after: { fits: true, text: 'Chad', isText: true } },
      { place: 2, before: 'Peru', after: { fits: false, step: null } },
    ]);
    expect(previewChange({ columns, records }, { from: 'nam', steps: [] })).toBeNull();
  });
});

it('finds properties that no record has', () => {
  const typed = { ...mapping, key: '{name.comon}{name.common}' };
  expect(unknownProperties({ columns, records }, typed)).toEqual(['name.comon']);
  const changes = [change('name.commn', 'title'), change('name.common', 'name 2')];
  expect(unknownProperties({ columns, records }, { ...mapping, changes })).toEqual(['name.commn']);
});

it('offers columns before properties', () => {
  const renamed = withChange(mapping, columns, 0, change('name', 'n'));
  expect(withPathsLast(renamed, { columns, records })).toEqual(['n', 'code', 'people', '#', 'n.common']);
});

it('has the changed columns of one row', () => {
  const changes = [
    change('name.common', 'title'),
    change('people', 'people', { steps: [{ kind: 'type', to: 'number' }] }),
  ];
  const cells = [
    { column: 'name', text: '{"common":"Chad"}', isText: false },
    { column: 'code', text: null, isText: true },
    { column: 'people', text: 'many', isText: true },
  ];
  expect(changedCells(changes, cells).map(({ after }) => after)).toEqual([
    { fits: true, ...text('Chad') },
    { fits: false, step: { kind: 'type', to: 'number' } },
  ]);
});
