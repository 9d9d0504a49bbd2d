import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  SourceChoice,
  SourceRecord,
  SourceRefusal,
  TableDelimiter,
  TextEncoding,
} from '#shared/domain/uploadSource.ts';
import { csvText } from '#shared/text/csvText.ts';
import { runColumns } from '#shared/text/exportColumns.ts';
import { readRecords } from './readRecords.ts';
import type { SourceFile } from './recordSource.ts';
import { foundRecords } from './sourceRecords.ts';
import { fileOf, notRead } from './testing.ts';
import { runs } from '../../../service/testing/longRun.ts';

const plain: SourceChoice = { format: 'csv', encoding: 'utf-8', delimiter: ',', hasHeader: true };

interface Read {
  readonly records: readonly SourceRecord[];
  readonly refusal: SourceRefusal | null;
  readonly bytesDone: number;
}

async function readAll(
  file: SourceFile,
  choice: Partial<SourceChoice>,
  columns: readonly string[] = ['key', 'value'],
): Promise<Read> {
  const records: SourceRecord[] = [];
  let bytesDone = 0;
  const reading = readRecords(file, { ...plain, ...choice }, columns);
  for (;;) {
    const next = await reading.next();
    if (next.done === true) return { records, refusal: next.value, bytesDone };
    records.push(...next.value.records);
    bytesDone = next.value.bytesDone;
  }
}

/** Each record as its place and its texts, or its error. */
function summary({ records }: Read): readonly (readonly unknown[])[] {
  return records.map((record) =>
    record.kind === 'cells'
      ? [record.place, ...record.cells.map((cell) => cell?.text ?? null)]
      : [record.place, 'unreadable', record.text],
  );
}

const everyCut: readonly (readonly number[])[] = [[1], [2], [3, 1], [7], [1_000]];
const cutWords = everyCut.map((sizes) => ({ sizes }));

describe('a table', () => {
  it.each(cutWords)('has the line of each record, however it is cut ($sizes)', async ({ sizes }) => {
    const text = '\nkey,value\r\na,1\r\n\r\nb,"two\r\nlines"\r\nc,"three\n\nlines"\nd,4\re,5\r\r\nf,6';
    const read = await readAll(fileOf('a.csv', text, sizes), {});
    expect(read.refusal).toBeNull();
    expect(summary(read)).toEqual([
      [3, 'a', '1'],
      [5, 'b', 'two\r\nlines'],
      [7, 'c', 'three\n\nlines'],
      [10, 'd', '4'],
      [11, 'e', '5'],
      [13, 'f', '6'],
    ]);
    expect(read.bytesDone).toBe(text.length);
  });

  it.each(cutWords)('has no record for the line that names its separator ($sizes)', async ({ sizes }) => {
    for (const first of ['sep=;', '"sep=;"', 'SEP=,', 'sep=^']) {
      const text = `${first}\r\nkey;value\r\na;1\r\nsep=;\r\n`;
      const read = await readAll(fileOf('a.csv', text, sizes), { delimiter: ';' });
      expect(summary(read)).toEqual([
        [3, 'a', '1'],
        [4, 'sep=', ''],
      ]);
    }
  });

  it('has nulls for missing cells, and reports extra cells', async () => {
    const text = 'key,value\na\nb,\nc,1,2\nd,1,,\n"",""\n';
    const read = await readAll(fileOf('a.csv', text), {});
    expect(summary(read)).toEqual([
      [2, 'a', null],
      [3, 'b', ''],
      [4, 'unreadable', 'c | 1 | 2'],
      [5, 'd', '1'],
      [6, '', ''],
    ]);
    expect(read.records[2]).toMatchObject({ why: 'The row has 3 cells, but the table has 2 columns.' });
  });

  it.each(cutWords)('continues after a misplaced quote ($sizes)', async ({ sizes }) => {
    const text = 'key,value\r\na,5" pipe\r\nb\r\nc,"x"y\r\nd,2\r\n"e,3\r\n';
    const read = await readAll(fileOf('a.csv', text, sizes), {});
    expect(read.refusal).toBeNull();
    expect(summary(read)).toEqual([
      [2, 'unreadable', 'a,5" pipe'],
      [3, 'b', null],
      [4, 'unreadable', 'c,"x"y'],
      [5, 'd', '2'],
      [6, 'unreadable', '"e,3'],
    ]);
  });

  it.each(cutWords)('makes no rows of text that may be inside quotes ($sizes)', async ({ sizes }) => {
    const text = 'key,value\na,"he said "no", and\nthen, slowly, left.\nGood."\nb,2\nc\n';
    const read = await readAll(fileOf('a.csv', text, sizes), {});
    expect(summary(read)).toEqual([
      [2, 'unreadable', 'a,"he said "no", and'],
      [3, 'unreadable', 'then, slowly, left.'],
      [4, 'unreadable', 'Good."'],
      [5, 'b', '2'],
      [6, 'c', null],
    ]);
  });

  it('ends if a quote is open for longer than any record', async () => {
    const lines = Buffer.from(`${'x'.repeat(9_999)}\n`.repeat(100));
    const file: SourceFile = {
      name: 'a.csv',
      bytes: 40_000_000,
      readAt: notRead,
      async *open() {
        yield await Promise.resolve(Buffer.from('key,value\na,1\nb,"'));
        for (let count = 0; count < 40; count += 1) yield lines;
      },
    };
    const read = await readAll(file, {});
    expect(summary(read)).toEqual([[2, 'a', '1']]);
    expect(read.refusal).toMatchObject({ kind: 'broken', place: 3 });
    expect(read.bytesDone).toBeLessThan(file.bytes);
  });
});

describe('the encoding', () => {
  it.each([
    ['utf-8', Buffer.from('key,value\na,€\n'), Buffer.of(0xe2, 0x82), 0],
    ['utf-8', Buffer.from('key,value\n'), Buffer.of(0x61, 0xff, 0x61), 1],
    ['utf-16le', Buffer.from('\ufeffkey,value\n', 'utf16le'), Buffer.of(0x61, 0, 0, 0xdc), 2],
    ['utf-16be', Buffer.from('key,value\n', 'utf16le').swap16(), Buffer.of(0, 0x61, 0xd8, 0, 0, 0x61), 2],
    ['windows-1252', Buffer.from('key,value\n'), Buffer.of(0xe4, 0x9d), 1],
  ] as const)('%s is refused at the very byte that does not fit', async (encoding, begin, bad, at) => {
    const unit = encoding.startsWith('utf-16') ? 2 : 1;
    const line = Buffer.from(`a,${'b'.repeat(50)}\n`, unit === 2 ? 'utf16le' : 'utf8');
    const lines = Buffer.concat(
      Array.from({ length: 20_000 }, () => (encoding === 'utf-16be' ? Buffer.from(line).swap16() : line)),
    );
    const bytes = Buffer.concat([begin, lines, bad]);
    const read = await readAll(fileOf('a.csv', bytes, [65_537]), { encoding });
    expect(read.refusal).toEqual({
      kind: 'wrong-encoding',
      encoding,
      offset: begin.length + lines.length + at,
    });
    expect(read.records.length).toBeGreaterThan(10_000);
  });
});

describe('JSON', () => {
  it('reports unreadable items by number, and continues', async () => {
    const text =
      '[{"key":"a","value":"x"},5,["k"],{"key":"b","value":tru},["c",null],{"key":"d","key":"e"},{"key":"f"}]';
    const read = await readAll(fileOf('a.json', text), { format: 'json' });
    expect(read.refusal).toBeNull();
    expect(summary(read)).toEqual([
      [1, 'a', 'x'],
      [2, 'unreadable', '5'],
      [3, 'unreadable', '["k"]'],
      [4, 'unreadable', '{"key":"b","value":tru}'],
      [5, 'c', null],
      [6, 'unreadable', '{"key":"d","key":"e"}'],
      [7, 'f', null],
    ]);
  });

  it.each([
    ['ends early', '[{"key":"a"},{"key":"b"},{"ke', 3],
    ['has no comma', '[{"key":"a"} {"key":"b"}]', 2],
    ['has a comma too many', '[{"key":"a"},]', 2],
    ['goes on after its end', '[{"key":"a"}] []', 2],
    ['has a name without quotes', '{"a":"x",b:"y"}', 2],
    ['has a name that is none', '{"a":"x","\\x":"y"}', 2],
    ['has no value', '{"a":"x","b":}', 2],
    ['leaves a quote open', '[{"key":"a"},{"key":"b},{"key":"c"}]', 2],
  ])('is broken, with the number of the item, if it %s', async (_, text, place) => {
    for (const sizes of everyCut) {
      const read = await readAll(fileOf('a.json', text, sizes), { format: 'json' });
      expect(read.refusal).toMatchObject({ kind: 'broken', place });
      expect(read.records).toHaveLength(place - 1);
    }
  });

  it('limits the memory for an item', async () => {
    const file: SourceFile = {
      name: 'a.json',
      bytes: 100_000_000,
      readAt: notRead,
      async *open() {
        yield await Promise.resolve(Buffer.from('{"note":"'));
        // What is skipped may have any size.
        for (let count = 0; count < 40; count += 1) yield Buffer.alloc(1_000_000, 'x');
        yield Buffer.from('","atoms":[{"key":"a"},{"key":"');
        for (let count = 0; count < 60; count += 1) yield Buffer.alloc(1_000_000, 'x');
      },
    };
    const read = await readAll(file, { format: 'json' });
    expect(read.refusal).toMatchObject({ kind: 'broken' });
    expect(read.bytesDone).toBeLessThan(40_000_000);
  });
});

describe('JSON Lines', () => {
  it('reports unreadable lines, and continues', async () => {
    const text = '{"key":"a","value":1}\r\n\n  \nbroken\n{"key":"b"\n"c"\n["d","x"]';
    const read = await readAll(fileOf('a.jsonl', text, [3]), { format: 'jsonl' });
    expect(read.refusal).toBeNull();
    expect(summary(read)).toEqual([
      [1, 'a', '1'],
      [4, 'unreadable', 'broken'],
      [5, 'unreadable', '{"key":"b"'],
      [6, 'unreadable', '"c"'],
      [7, 'd', 'x'],
    ]);
  });

  it('skips a line that is longer than any record', async () => {
    const file: SourceFile = {
      name: 'a.jsonl',
      bytes: 40_000_000,
      readAt: notRead,
      async *open() {
        yield await Promise.resolve(Buffer.from('{"key":"a"}\n{"key":"'));
        for (let count = 0; count < 40; count += 1) yield Buffer.alloc(1_000_000, 'x');
        yield Buffer.from('"}\n{"key":"c"}\n');
      },
    };
    const read = await readAll(file, { format: 'jsonl' });
    expect(read.refusal).toBeNull();
    expect(read.records.map(({ kind, place }) => [kind, place])).toEqual([
      ['cells', 1],
      ['unreadable', 2],
      ['cells', 3],
    ]);
  });
});

describe('limits', () => {
  it('apply to rows', async () => {
    const choice: SourceChoice = { ...plain, format: 'jsonl' };
    const found = async (mostRows: number): Promise<number> => {
      let count = 0;
      for await (const { records } of foundRecords(fileOf('a.jsonl', '{}\n{}\n{}\n', [3]), choice, mostRows))
        count += records.length;
      return count;
    };
    await expect(found(3)).resolves.toBe(3);
    await expect(found(2)).rejects.toMatchObject({ refusal: { kind: 'too-many-rows' } });
  });

  it('apply to bytes', async () => {
    const read = await readAll({ ...fileOf('a.csv', 'key\na\n'), bytes: 3 * 1024 ** 3 }, {});
    expect(read).toMatchObject({ records: [], refusal: { kind: 'too-large' } });
  });
});

// Texts that are difficult for formats and encodings.
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '"',
      ',',
      ';',
      '\t',
      '|',
      '\n',
      '\r',
      '\\',
      '{',
      '}',
      '[',
      ']',
      ':',
      ' ',
      "'",
      '=',
      '\0',
      '\ufeff',
    ),
    fc.constantFrom('a', 'é', '€', '😀', '\u2028'),
  ),
  maxLength: 12,
});
const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });

function encoded(content: string, encoding: TextEncoding): Buffer {
  const bytes = Buffer.from(content, encoding === 'utf-8' ? 'utf8' : 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}

describe('reading a table', () => {
  it('gives the same result however it is cut, whatever its quotes are', async () => {
    const piece = fc.constantFrom(
      '"',
      '""',
      ',',
      '\n',
      '\r',
      '\r\n',
      'a',
      'bc',
      'é',
      '😀',
      '",',
      '\n"',
      'a,b\n',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), cuts, async (pieces, sizes) => {
        const bytes = Buffer.from(`key,value\n${pieces.join('')}`);
        const whole = await readAll(fileOf('a.csv', bytes), {});
        const cut = await readAll(fileOf('a.csv', bytes, sizes), {});
        expect(cut).toEqual(whole);
        // Every nonblank line is reported, or part of a record.
        const places = whole.records.map(({ place }) => place);
        expect(places).toEqual([...new Set(places)].sort((one, other) => one - other));
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('reading JSON', () => {
  it('gives the same result however it is cut, and what is reported as valid is', async () => {
    const token = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      '"',
      '\\',
      ',',
      ':',
      '"key"',
      '1',
      'null',
      ' ',
      '\n',
      'é',
      '{"key":"a"}',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('[', '[{"key":"a"},', '{"atoms":[', '{"key":'),
        fc.array(token, { maxLength: 25 }),
        fc.constantFrom('', ']', ']}', '}'),
        cuts,
        async (begin, tokens, end, sizes) => {
          const content = begin + tokens.join('') + end;
          for (const format of ['json', 'jsonl'] as const) {
            const whole = await readAll(fileOf('a.json', content), { format });
            const cut = await readAll(fileOf('a.json', content, sizes), { format });
            expect([cut.records, cut.refusal]).toEqual([whole.records, whole.refusal]);
            const isClean = whole.refusal === null && whole.records.every(({ kind }) => kind === 'cells');
            if (format === 'json' && isClean) expect(() => void JSON.parse(content)).not.toThrow();
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

describe('what was written is read back exactly', () => {
  it('from tables', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, text, text), { maxLength: 6 }),
        fc.constantFrom<TableDelimiter>(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.constantFrom<TextEncoding>('utf-8', 'utf-16le', 'utf-16be'),
        fc.boolean(),
        fc.boolean(),
        cuts,
        async (rows, delimiter, lineEnd, encoding, isMarked, quotesAll, sizes) => {
          const quoted = (cell: string): string =>
            quotesAll || /[",;|\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
          const lines = [['x', 'y', 'z'], ...rows].map(
            (cells) => cells.map(quoted).join(delimiter) + lineEnd,
          );
          const bytes = encoded(`${isMarked ? '\ufeff' : ''}${lines.join('')}`, encoding);
          const read = await readAll(fileOf('a.csv', bytes, sizes), { delimiter, encoding }, ['x', 'y', 'z']);
          expect(read.refusal).toBeNull();
          expect(
            read.records.map((record) =>
              record.kind === 'cells' ? record.cells.map((cell) => cell?.text) : record,
            ),
          ).toEqual(rows);
          let line = 2;
          for (const [at, { place }] of read.records.entries()) {
            expect(place).toBe(line);
            line += (lines[at + 1] ?? '').split(/\r\n|\n|\r/).length - 1;
          }
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('from JSON and JSON Lines', async () => {
    const name = fc.oneof(text, fc.constantFrom('__proto__', 'constructor', 'key', ''));
    const record = fc
      .array(fc.tuple(name, fc.oneof(text, fc.jsonValue())), { minLength: 1, maxLength: 4 })
      .map((entries) => new Map(entries));
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { maxLength: 5 }),
        fc.constantFrom('list', 'atoms', 'lines'),
        fc.boolean(),
        cuts,
        async (rows, form, isSpaced, sizes) => {
          const space = isSpaced ? ' \n' : '';
          const objectOf = (row: ReadonlyMap<string, unknown>, blank: string): string =>
            `{${[...row].map(([field, value]) => `${blank}${JSON.stringify(field)}${blank}:${blank}${JSON.stringify(value)}`).join(',')}${blank}}`;
          const list = (): string => `[${rows.map((row) => objectOf(row, space)).join(`,${space}`)}]`;
          const content = {
            list: () => list(),
            atoms: () => `{"a":{"b":["]"]},"atoms":${list()},"z":1}`,
            lines: () => rows.map((row) => `${objectOf(row, isSpaced ? '\t' : '')}\n`).join(''),
          }[form]();
          const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
          const format = form === 'lines' ? 'jsonl' : 'json';
          const read = await readAll(fileOf('a.json', Buffer.from(content), sizes), { format }, columns);
          expect(read.refusal).toBeNull();
          expect(read.records.map((one) => (one.kind === 'cells' ? one.cells : one))).toEqual(
            rows.map((row) =>
              columns.map((column) => {
                const value = row.get(column) ?? null;
                if (value === null) return null;
                return typeof value === 'string'
                  ? { text: value, isText: true }
                  : { text: JSON.stringify(value), isText: false };
              }),
            ),
          );
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('from a map of keys to values', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(text, text), cuts, async (atoms, sizes) => {
        const bytes = Buffer.from(JSON.stringify(atoms, null, 1));
        const read = await readAll(fileOf('a.json', bytes, sizes), { format: 'json' });
        expect(read.refusal).toBeNull();
        expect(summary(read)).toEqual(Object.entries(atoms).map(([key, value], at) => [at + 1, key, value]));
      }),
    );
  });

  it('from exports of this app, whatever looks like a formula', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), cuts, async (keys, sizes) => {
        const written = csvText(
          runColumns,
          keys.map((key) => runColumns.map((column) => (column === 'key' ? key : 1))),
        );
        const read = await readAll(fileOf('a.csv', Buffer.from(written), sizes), {}, runColumns);
        expect(
          read.records.map((record) => (record.kind === 'cells' ? record.cells[1]?.text : record)),
        ).toEqual(keys);
      }),
    );
  });
});
