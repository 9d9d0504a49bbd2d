import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RowMapping } from '../domain/rowMapping.ts';
import type { SourceCell } from '../domain/uploadSource.ts';
import { applyMapping, type MappedRow } from './applyMapping.ts';

const columns = ['team', 'name', 'value', '__proto__', '1'];

function text(value: string): SourceCell {
  return { text: value, isText: true };
}

function json(value: string): SourceCell {
  return { text: value, isText: false };
}

function mapping(key: string, value: RowMapping['value'] | string, trimKeys = false): RowMapping {
  return { key, value: typeof value === 'string' ? { kind: 'template', template: value } : value, trimKeys };
}

function row(applied: RowMapping, cells: readonly (SourceCell | null)[]): MappedRow {
  const made = applyMapping(applied, columns);
  if (!made.ok) throw new Error(`The mapping is wrong: ${JSON.stringify(made)}`);
  return made.row(cells, 7);
}

describe('the key', () => {
  const cells = [text(' core '), text('x'), text('v')];

  it('is made of the template', () => {
    expect(row(mapping('v1.{team}.{name}', '{value}'), cells)).toEqual({
      key: 'v1. core .x',
      value: 'v',
      problems: [],
    });
  });

  it('can have the number of the record, unless a column has that name', () => {
    expect(row(mapping('v1.{#}', '{#}: {value}'), cells)).toEqual({
      key: 'v1.7',
      value: '7: v',
      problems: [],
    });
    const made = applyMapping(mapping('{#}', '{#}'), ['#']);
    expect(made.ok && made.row([text('own')], 7).key).toBe('own');
  });

  it('has no blanks around cells where they are to be omitted', () => {
    expect(row(mapping('v1.{team}.{name}', '{value}', true), cells).key).toBe('v1.core.x');
  });

  it.each([
    ['is missing', null, false],
    ['is empty', text(''), false],
    ['is blank, and blanks are left out', text(' \t'), true],
  ])('is none where a cell %s', (_, cell, trimKeys) => {
    expect(row(mapping('v1.{team}.{name}', '{value}', trimKeys), [text('a'), cell, text('v')])).toEqual({
      key: 'v1.a.',
      value: 'v',
      problems: ['no-key'],
    });
  });

  it('may be made of a number', () => {
    expect(row(mapping('{team}', '{value}'), [json('12'), null, text('v')]).key).toBe('12');
  });
});

describe('the value', () => {
  it.each([
    [text('v'), 'v', []],
    [text(''), '', ['empty-value']],
    [null, '', ['no-value']],
    [json('12.50'), '12.50', ['value-not-text']],
    [json('{"a":1}'), '{"a":1}', ['value-not-text']],
  ])('of one column is the cell as it is: %j', (cell, value, problems) => {
    expect(row(mapping('{team}', '{value}'), [text('k'), null, cell])).toEqual({ key: 'k', value, problems });
  });

  it('of several parts has nothing in place of a missing cell', () => {
    const of = mapping('{team}', '{name}: {value}');
    expect(row(of, [text('k'), null, json('1')])).toMatchObject({ value: ': 1', problems: [] });
    expect(row(mapping('{team}', '{name}{value}'), [text('k'), null, text('')])).toMatchObject({
      value: '',
      problems: ['empty-value'],
    });
  });

  it('of an object keeps the types, the digits and the order', () => {
    const of = mapping('{team}', { kind: 'object', columns: ['value', '1', '__proto__', 'name', 'value'] });
    expect(row(of, [text('k'), null, json('1.0'), text('p'), text('"')])).toEqual({
      key: 'k',
      value: '{"value":1.0,"1":"\\"","__proto__":"p","name":null}',
      problems: [],
    });
    expect(row(of, [text('k'), null, null])).toMatchObject({ value: '', problems: ['no-value'] });
  });

  it('of an object is always JSON with just these fields', () => {
    const cell = fc.oneof(
      fc.constant(null),
      fc.string().map(text),
      fc.jsonValue().map((value) => json(JSON.stringify(value))),
    );
    fc.assert(
      fc.property(fc.array(cell, { minLength: 5, maxLength: 5 }), (cells) => {
        fc.pre(cells.some((one) => one !== null));
        const { value } = row(mapping('{team}', { kind: 'object', columns }), cells);
        const parsed = new Map(Object.entries(JSON.parse(value) as Record<string, unknown>));
        expect(new Set(parsed.keys())).toEqual(new Set(columns));
        for (const [at, name] of columns.entries()) {
          const one = cells[at] ?? null;
          expect(parsed.get(name)).toEqual(
            one === null ? null : one.isText ? one.text : JSON.parse(one.text),
          );
        }
      }),
    );
  });
});

it('makes no value that is too long to be sent', () => {
  const many = mapping('{name}', '{value}'.repeat(110));
  expect(row(many, [null, text('x'), text('v'.repeat(1_000_000))])).toEqual({
    key: 'x',
    value: '',
    problems: ['not-converted'],
  });
});

describe('a mapping that cannot be used', () => {
  it.each([
    [mapping('', '{value}'), { key: { kind: 'empty', at: 0 }, value: null }],
    [mapping('v1', '{value}'), { key: { kind: 'no-column', at: 0 }, value: null }],
    [mapping('{team', ''), { key: { kind: 'unclosed-brace', at: 0 }, value: { kind: 'empty', at: 0 } }],
    [
      mapping('{team}', { kind: 'object', columns: ['gone'] }),
      { key: null, value: { kind: 'unknown-column', at: 0, name: 'gone' } },
    ],
    [mapping('{team}', { kind: 'object', columns: [] }), { key: null, value: { kind: 'empty', at: 0 } }],
  ])('says so of each side', (wrong, problems) => {
    expect(applyMapping(wrong, columns)).toEqual({ ok: false, changes: null, ...problems });
  });
});
