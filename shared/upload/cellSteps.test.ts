import { describe, expect, it } from 'vitest';
import type { CellStep } from '../domain/rowMapping.ts';
import type { SourceCell } from '../domain/uploadSource.ts';
import { applySteps, unfitStep } from './cellSteps.ts';

const text = (value: string): SourceCell => ({ text: value, isText: true });
const json = (value: string): SourceCell => ({ text: value, isText: false });

describe('the steps of a column', () => {
  it.each<[string, CellStep[], SourceCell | null, SourceCell | null]>([
    ['trims', [{ kind: 'trim' }], text('\t a b\u00A0'), text('a b')],
    ['lowers', [{ kind: 'case', to: 'lower' }], text('ÄB'), text('äb')],
    ['raises', [{ kind: 'case', to: 'upper' }], text('aß'), text('ASS')],
    ['replaces every occurrence', [{ kind: 'replace', find: '.', by: '$&' }], text('a.b.'), text('a$&b$&')],
    ['takes a part', [{ kind: 'part', separator: ', ', number: 2 }], text('a, b, c'), text('b')],
    ['takes a part from the end', [{ kind: 'part', separator: '/', number: -1 }], text('a/b/c'), text('c')],
    ['has no part that is not there', [{ kind: 'part', separator: '/', number: 3 }], text('a/b'), null],
    ['makes a list', [{ kind: 'list', separator: ';' }], text('a;"b";'), json('["a","\\"b\\"",""]')],
    ['makes an empty list', [{ kind: 'list', separator: ';' }], text(''), json('[]')],
    ['counts an empty text as missing', [{ kind: 'empty' }], text(''), null],
    ['keeps blanks', [{ kind: 'empty' }], text(' '), text(' ')],
    ['fills a missing cell', [{ kind: 'default', text: 'x' }], null, text('x')],
    ['fills an empty cell', [{ kind: 'default', text: 'x' }], text(''), text('x')],
    ['fills no other cell', [{ kind: 'default', text: 'x' }], json('0'), json('0')],
    ['writes a date', [{ kind: 'date', from: 'day-first' }], text('1.2.2026'), text('2026-02-01')],
    ['has no date of an empty cell', [{ kind: 'date', from: 'day-first' }], text(''), null],
    ['keeps digits of numbers', [{ kind: 'type', to: 'number' }], text(' 1.50 '), json('1.50')],
    ['has no number of an empty cell', [{ kind: 'type', to: 'number' }], text(' '), null],
    [
      'reads groups of digits',
      [{ kind: 'type', to: 'point-number' }],
      text('-1,234,567.50'),
      json('-1234567.50'),
    ],
    ['reads a decimal comma', [{ kind: 'type', to: 'comma-number' }], text('1.234,5'), json('1234.5')],
    ['reads groups with blanks', [{ kind: 'type', to: 'comma-number' }], text('12\u202F345'), json('12345')],
    [
      'reads numbers without groups',
      [{ kind: 'type', to: 'comma-number' }],
      text('1234,05'),
      json('1234.05'),
    ],
    ['reads yes and no', [{ kind: 'type', to: 'boolean' }], text('Yes'), json('true')],
    ['reads 0', [{ kind: 'type', to: 'boolean' }], json('0'), json('false')],
    ['reads JSON', [{ kind: 'type', to: 'json' }], text('{ "a": [1.0] }'), json('{"a":[1.0]}')],
    ['reads null', [{ kind: 'type', to: 'json' }], text('null'), null],
    ['makes a text of a number', [{ kind: 'type', to: 'text' }], json('1.0'), text('1.0')],
    ['leaves other JSON as it is', [{ kind: 'case', to: 'upper' }], json('true'), json('true')],
    [
      'goes in order',
      [
        { kind: 'replace', find: ',', by: '.' },
        { kind: 'type', to: 'number' },
      ],
      text('1,5'),
      json('1.5'),
    ],
  ])('%s', (_, steps, cell, expected) => {
    expect(applySteps(cell, steps)).toEqual(expected);
  });

  it('stops before a text becomes endless', () => {
    const growing = Array.from({ length: 20 }, (): CellStep => ({
      kind: 'replace',
      find: 'a',
      by: 'a'.repeat(10_000),
    }));
    expect(applySteps(text('a'), growing)).toBe('unfit');
  });

  it.each<[CellStep, SourceCell]>([
    [{ kind: 'type', to: 'number' }, text('007')],
    [{ kind: 'type', to: 'number' }, text('1,5')],
    [{ kind: 'type', to: 'point-number' }, text('1.234,5')],
    [{ kind: 'type', to: 'point-number' }, text('1,23')],
    [{ kind: 'type', to: 'point-number' }, text('1,234 567')],
    [{ kind: 'type', to: 'comma-number' }, text('1,234,567')],
    [{ kind: 'type', to: 'comma-number' }, text('0.123')],
    [{ kind: 'type', to: 'number' }, text('0x1f')],
    [{ kind: 'type', to: 'number' }, text('NaN')],
    [{ kind: 'type', to: 'number' }, json('[1]')],
    [{ kind: 'type', to: 'boolean' }, text('ja')],
    [{ kind: 'type', to: 'json' }, text('{a: 1}')],
    [{ kind: 'date', from: 'day-first' }, text('tomorrow')],
    [{ kind: 'date', from: 'day-first' }, json('{}')],
  ])('says that %o does not fit %o', (step, cell) => {
    expect(applySteps(cell, [step])).toBe('unfit');
  });

  it('name the first one that does not fit', () => {
    const steps: CellStep[] = [
      { kind: 'trim' },
      { kind: 'type', to: 'boolean' },
      { kind: 'type', to: 'json' },
    ];
    expect(unfitStep(text('maybe'), steps)).toBe(steps[1]);
    expect(unfitStep(text('yes'), steps)).toBeNull();
  });
});
