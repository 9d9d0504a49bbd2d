import { describe, expect, it } from 'vitest';
import { csvText } from '#shared/text/csvText.ts';
import { parseKeyFile, type ParsedKeyFile } from './parseKeyFile.ts';
import type { TableChoice } from './tableKeys.ts';

function parse(name: string, content: string | readonly number[], choice: TableChoice | null = null) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
  return parseKeyFile({ name, bytes, choice });
}

function keysOf(parsed: ParsedKeyFile): readonly string[] {
  if (!parsed.ok) throw new Error(`Refused: ${JSON.stringify(parsed.refusal)}`);
  return parsed.list.keys;
}

describe('a text file', () => {
  it('has one key per line, with any line ending, without changes to the key', () => {
    expect(keysOf(parse('a.txt', '\ufeffv1.a\r\nv1.b \rv1.c\nv1.d'))).toEqual([
      'v1.a',
      'v1.b ',
      'v1.c',
      'v1.d',
    ]);
  });

  it('reports repeated keys and lines without one', () => {
    const parsed = parse('a.txt', 'a\n\nb\na\na\n  \nb\n');
    expect(parsed).toMatchObject({
      ok: true,
      list: {
        keys: ['a', 'b'],
        duplicateCount: 2,
        firstDuplicates: ['a', 'b'],
        skippedCount: 2,
        firstSkipped: [
          { place: 'line 2', why: 'empty' },
          { place: 'line 6', why: 'empty' },
        ],
      },
    });
  });

  it.each([
    ['empty', ''],
    ['of empty lines', '\n\n'],
  ])('is refused when it is %s', (_, text) => {
    expect(parse('a.txt', text)).toEqual({ ok: false, refusal: { kind: 'no-keys' } });
  });

  it.each([
    ['a lone byte', [97, 0xff], 1],
    ['Latin-1', [0x6b, 0xe4, 0x73, 0x65], 1],
    ['an overlong slash', [97, 98, 0xc0, 0xaf], 2],
    ['a surrogate', [0xed, 0xa0, 0x80], 0],
    ['a cut sequence', [97, 0xe2, 0x82], 1],
    ['past the last code point', [0xf4, 0x90, 0x80, 0x80], 0],
    ['UTF-16', [0xff, 0xfe, 97, 0], 0],
    ['after good ones', [...new TextEncoder().encode('aé€😀'), 0x80], 10],
  ] as const)('is refused with the offset where it is not UTF-8: %s', (_, bytes, offset) => {
    expect(parse('a.txt', bytes)).toEqual({ ok: false, refusal: { kind: 'not-utf8', offset } });
  });
});

describe('a table', () => {
  it('is read from the column that is named for keys', () => {
    const parsed = parse('a.csv', 'note,Key\r\n1,"v1.a, b"\r\n2,"say ""hi"""\r\n');
    expect(keysOf(parsed)).toEqual(['v1.a, b', 'say "hi"']);
    expect(parsed).toMatchObject({
      format: 'csv',
      table: {
        column: 1,
        hasHeader: true,
        columns: [
          { name: 'note', samples: ['1', '2'] },
          { name: 'Key', samples: ['v1.a, b', 'say "hi"'] },
        ],
      },
    });
  });

  it('without column names is read from the column that looks like keys', () => {
    const parsed = parse('a.csv', '1;v1.a.b\n2;v1.a.c\n3;v1.a.d\n');
    expect(keysOf(parsed)).toEqual(['v1.a.b', 'v1.a.c', 'v1.a.d']);
    expect(parsed).toMatchObject({
      table: { column: 1, hasHeader: false, columns: [{ name: 'Column 1' }, {}] },
    });
  });

  it('treats the first line as names if it differs from the keys below', () => {
    expect(keysOf(parse('a.tsv', 'what\twhere\nx\tv1.a\ny\tv1.b\n'))).toEqual(['v1.a', 'v1.b']);
  });

  it("is read with the user's settings", () => {
    const text = 'key,other\nv1.a,x\nv1.b,y\n';
    expect(keysOf(parse('a.csv', text, { column: 1, hasHeader: true }))).toEqual(['x', 'y']);
    expect(keysOf(parse('a.csv', text, { column: 0, hasHeader: false }))).toEqual(['key', 'v1.a', 'v1.b']);
  });

  it('may have rows that are too short, and two columns with the same name', () => {
    const parsed = parse('a.csv', 'key,key\na,b\nc\nd,\n', { column: 1, hasHeader: true });
    expect(keysOf(parsed)).toEqual(['b']);
    expect(parsed).toMatchObject({ list: { skippedCount: 2 } });
  });

  it('removes the protection against formulas that this app wrote', () => {
    const keys = ['=1+1', "'=a", '+a', "it's", '@x'];
    const text = csvText(
      ['key'],
      keys.map((key) => [key]),
    );
    expect(keysOf(parse('a.csv', text))).toEqual(keys);
  });

  it('is refused with the line where a quote is not closed', () => {
    expect(parse('a.csv', 'key\nv1.a\n"v1.b\nv1.c\n')).toMatchObject({
      ok: false,
      refusal: { kind: 'bad-table' },
    });
  });

  it('of 100,000 columns shows only the first ones', () => {
    const wide = Array.from({ length: 100_000 }, (_, at) => `c${at}`).join(',');
    const parsed = parse('a.csv', `${wide}\n${wide}\n`);
    expect(parsed.ok && parsed.table?.columns.length).toBe(200);
  });
});

describe('JSON', () => {
  it.each([
    ['texts', '["v1.a","v1.b"]'],
    ['objects with a key', '[{"key":"v1.a","value":"x"},{"key":"v1.b"}]'],
    ['atoms', '{"exportedAt":"now","atoms":[{"key":"v1.a"},{"key":"v1.b"}]}'],
    ['keys', '{"keys":["v1.a","v1.b"]}'],
  ])('may be a list of %s', (_, text) => {
    expect(keysOf(parse('a.json', text))).toEqual(['v1.a', 'v1.b']);
  });

  it('reports items that are not keys', () => {
    expect(parse('a.json', '["a",1,null,{"k":"x"},"\\ud800",""]')).toMatchObject({
      list: {
        keys: ['a'],
        skippedCount: 5,
        firstSkipped: [
          { place: 'item 2', why: 'not-text' },
          { place: 'item 3', why: 'not-text' },
          { place: 'item 4', why: 'not-text' },
          { place: 'item 5', why: 'lone-surrogate' },
          { place: 'item 6', why: 'empty' },
        ],
      },
    });
  });

  it('neither writes to a prototype nor reads from one', () => {
    const parsed = parse(
      'a.json',
      '[{"__proto__":{"key":"evil"}},{"__proto__":"x","key":"v1.a"},"__proto__"]',
    );
    expect(keysOf(parsed)).toEqual(['v1.a', '__proto__']);
    expect(Object.hasOwn(Object.prototype, 'key')).toBe(false);
    expect(parse('b.json', '{"__proto__":{"atoms":["evil"]}}')).toMatchObject({
      refusal: { kind: 'no-key-list' },
    });
  });

  it.each([
    ['{"atoms":', 'not-json'],
    ['{"a":["x"]}', 'no-key-list'],
    ['"v1.a"', 'no-key-list'],
    ['[]', 'no-keys'],
  ])('is refused: %s', (text, kind) => {
    expect(parse('a.json', text)).toMatchObject({ ok: false, refusal: { kind } });
  });
});
