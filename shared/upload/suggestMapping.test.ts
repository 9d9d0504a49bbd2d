import { describe, expect, it } from 'vitest';
import type { SourceRecord } from '../domain/uploadSource.ts';
import { keyExportColumns } from '../text/exportColumns.ts';
import { suggestMapping } from './suggestMapping.ts';

function records(rows: readonly (readonly string[])[]): readonly SourceRecord[] {
  return rows.map((cells, at) => ({
    kind: 'cells',
    place: at + 1,
    cells: cells.map((text) => ({ text, isText: true })),
  }));
}

describe('suggestMapping', () => {
  it.each([
    ['key and value by name', ['note', 'Value', 'KEY'], '{KEY}', '{Value}'],
    ['the name where there is no key', ['text', 'name'], '{name}', '{text}'],
    ['the key rather than another name for it', ['id', 'atom_key', 'content'], '{atom_key}', '{content}'],
    ['the only other column', ['key', 'note'], '{key}', '{note}'],
    ['nothing where there is no other', ['key'], '{key}', ''],
    ['nothing of an export without values', [...keyExportColumns], '{key}', ''],
  ])('takes %s', (_, columns, key, template) => {
    expect(suggestMapping(columns, [])).toEqual({
      key,
      value: { kind: 'template', template },
      trimKeys: false,
    });
  });

  it('makes an object of several other columns', () => {
    expect(suggestMapping(['team', 'id', 'owner'], [])).toEqual({
      key: '{id}',
      value: { kind: 'object', columns: ['team', 'owner'] },
      trimKeys: false,
    });
  });

  it('takes the column that looks like keys, or else the first in which nothing comes twice', () => {
    const columns = ['a', 'b', 'c'];
    expect(
      suggestMapping(
        columns,
        records([
          ['1', 'x', 'v1.x'],
          ['2', 'x', 'v1.y'],
        ]),
      ).key,
    ).toBe('{c}');
    expect(
      suggestMapping(
        columns,
        records([
          ['1', 'x', 'u'],
          ['1', 'y', 'v'],
        ]),
      ).key,
    ).toBe('{b}');
  });

  it('prefers a column in which nothing comes twice to one that is named or looks like keys', () => {
    const rows = records([
      ['ada', 'v1.x', '17', 'first'],
      ['ada', 'v1.x', '18', 'second'],
    ]);
    expect(suggestMapping(['name', 'path', 'number', 'value'], rows).key).toBe('{number}');
    // All repeat themselves, or are values: the name decides again.
    const repeated = records([
      ['ada', 'v1.x', '17', 'first'],
      ['ada', 'v1.x', '17', 'second'],
    ]);
    expect(suggestMapping(['name', 'path', 'number', 'value'], repeated).key).toBe('{name}');
    expect(suggestMapping(['key', 'path', 'number', 'value'], rows).key).toBe('{key}');
  });

  it('never suggests what cannot be written as a template', () => {
    expect(suggestMapping(['{key', '{x'], [])).toMatchObject({
      key: '',
      value: { kind: 'object', columns: ['{key', '{x'] },
    });
  });

  it('takes two columns that have no duplicates together, or else the number of the record', () => {
    const columns = ['rating', 'country', 'year', 'count'];
    const rows = [
      ['6.1', 'Chad', '2020', '1'],
      ['5.9', 'Peru', '2020', '1'],
      ['5.8', 'Peru', '2021', '1'],
      ['5.7', 'Chad', '2021', '1'],
    ];
    expect(suggestMapping(columns, records(rows))).toMatchObject({
      key: '{country}.{year}',
      value: { columns: ['rating', 'count'] },
    });
    expect(suggestMapping(columns.slice(1), records(rows.map(() => ['Chad', '2020', '1'])))).toMatchObject({
      key: '{#}',
      value: { columns: ['country', 'year', 'count'] },
    });
  });

  it('does not take a count or an amount for a name, unless it comes first or its name says so', () => {
    const rows = records([
      ['2001', 'Coal', '35361', '7'],
      ['2001', 'Wind', '1437', '8'],
      ['2002', 'Coal', '35991', '9'],
    ]);
    expect(suggestMapping(['year', 'source', 'generated', 'plants'], rows).key).toBe('{year}.{source}');
    expect(suggestMapping(['year', 'source', 'generated', 'plant_no'], rows).key).toBe('{plant_no}');
    const numbers = records([
      ['1850', '0', '1483789'],
      ['1850', '0', '1450376'],
    ]);
    expect(suggestMapping(['year', 'age', 'people'], numbers).key).toBe('{#}');
    expect(
      suggestMapping(
        ['people', 'year', 'age'],
        records([
          ['17', '1', '2'],
          ['18', '1', '2'],
        ]),
      ).key,
    ).toBe('{people}');
    expect(
      suggestMapping(
        ['side', 'year'],
        records([
          ['left', '1956'],
          ['left', '1957'],
        ]),
      ).key,
    ).toBe('{year}');
  });

  it('makes no key of JSON objects or lists', () => {
    const found: readonly SourceRecord[] = ['a', 'b'].map((letter, at) => ({
      kind: 'cells',
      place: at + 1,
      cells: [
        { text: `{"common":"${letter}"}`, isText: false },
        { text: `["${letter}"]`, isText: true },
        { text: letter, isText: true },
      ],
    }));
    expect(suggestMapping(['name', 'id', 'code'], found).key).toBe('{code}');
  });
});
