import { describe, expect, it } from 'vitest';
import { csvLine, csvText, withoutFormulaGuard } from './csvText.ts';

describe('csvText', () => {
  it('writes a line of names and a line for each row', () => {
    expect(
      csvText(
        ['key', 'version'],
        [
          ['v1.a', 1],
          ['v1.b', null],
        ],
      ),
    ).toBe('key,version\r\nv1.a,1\r\nv1.b,\r\n');
  });

  it.each([
    ['a,b', '"a,b"'],
    ['say "no"', '"say ""no"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@a', "'@a"],
    ['\ta', '"\'\ta"'],
    ['a;=1+1', '"a;\'=1+1"'],
    ['a;b', '"a;b"'],
    ['a;"=1"', '"a;""\'=1"""'],
    ['a;;-1;@x', '"a;;\'-1;\'@x"'],
    ['one\n=1+1', '"one\n\'=1+1"'],
    ['a list\n- first', '"a list\n- first"'],
    ['\ra', '"\'\ra"'],
    ["'=1", "''=1"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠a', "'＠a"],
    [' =1', "' =1"],
    ['\u3000＝1', "'\u3000＝1"],
    ['\u200b\u00a0\ufeff=1', "'\u200b\u00a0\ufeff=1"],
    ['\u2060\u00ad\u3164+1', "'\u2060\u00ad\u3164+1"],
    ['a; \u200d=1', '"a;\' \u200d=1"'],
    ['one\n \u200b＝1', '"one\n\' \u200b＝1"'],
    ['  a=1', '  a=1'],
    ["it's", "it's"],
    ['a=1', 'a=1'],
  ])('writes %j as %j', (cell, text) => {
    expect(csvLine([cell])).toBe(`${text}\r\n`);
  });

  it('leaves numbers alone, which are no formulas', () => {
    expect(csvLine([-1, 0.5, true])).toBe('-1,0.5,true\r\n');
  });
});

describe('withoutFormulaGuard', () => {
  it.each([
    '=1',
    "'=1",
    "''=1",
    "it's",
    "'",
    "'a",
    '',
    'a',
    '\t',
    '-',
    "''",
    'a;=1',
    "a;'=1;''-2",
    ';\t=',
    "x\n'=1",
    '"=1;"@"',
    '\r\n=\t;+',
    '\n=1',
    " '=1",
    "' =1",
    "'\u200b＝1; '\u3000－2",
    "x\n \n '=@",
    '\u200b',
    '\u200b\u200b;\u200b=',
  ])('gives %j back', (cell) => {
    const written = csvLine([cell]).slice(0, -2);
    const unquoted = /^"[^]*"$/.test(written) ? written.slice(1, -1).replaceAll('""', '"') : written;
    expect(withoutFormulaGuard(unquoted)).toBe(cell);
  });
});
