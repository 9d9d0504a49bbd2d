import { describe, expect, it } from 'vitest';
import { previewRecords, type SourceChoice, type SourceSample } from '#shared/domain/uploadSource.ts';
import { csvText } from '#shared/text/csvText.ts';
import {
  answerColumns,
  keyExportColumns,
  runColumns,
  uploadReportColumns,
} from '#shared/text/exportColumns.ts';
import { readSample } from './readSample.ts';
import { fileOf } from './testing.ts';

async function sampleOf(
  name: string,
  content: string | Uint8Array,
  choice: SourceChoice | null = null,
): Promise<SourceSample> {
  const answer = await readSample(fileOf(name, content), choice);
  if (!answer.ok) throw new Error(`Refused: ${JSON.stringify(answer.refusal)}`);
  return answer.sample;
}

function textsOf({ records }: SourceSample): readonly (readonly (string | null)[] | string)[] {
  return records.map((record) =>
    record.kind === 'cells' ? record.cells.map((cell) => cell?.text ?? null) : record.why,
  );
}

const table = 'key,value\nv1.ä,“x” 😀\n';

function utf16(text: string, isBig: boolean): Buffer {
  const bytes = Buffer.from(text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
}

describe('the encoding', () => {
  it.each([
    ['UTF-8', Buffer.from(table), 'utf-8', false],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${table}`), 'utf-8', true],
    ['UTF-16 LE with a mark', utf16(`\ufeff${table}`, false), 'utf-16le', true],
    ['UTF-16 BE with a mark', utf16(`\ufeff${table}`, true), 'utf-16be', true],
    ['UTF-16 LE without', utf16(table, false), 'utf-16le', false],
    ['UTF-16 BE without', utf16(table, true), 'utf-16be', false],
  ] as const)('of %s is found', async (_, bytes, encoding, bom) => {
    const sample = await sampleOf('a.csv', bytes);
    expect(sample.choice.encoding).toBe(encoding);
    expect(sample.evidence.bom).toBe(bom);
    expect(sample.columns).toEqual(['key', 'value']);
    expect(textsOf(sample)).toEqual([['v1.ä', '“x” 😀']]);
  });

  it('other than UTF-8 is not guessed, but shown as the likely one', async () => {
    const answer = await readSample(
      fileOf('a.csv', Buffer.from('key,value\nk\xe4se,5 \x80\n', 'latin1')),
      null,
    );
    expect(answer).toMatchObject({
      ok: false,
      refusal: { kind: 'wrong-encoding', encoding: 'utf-8', offset: 11 },
      sample: { choice: { encoding: 'windows-1252', format: 'csv', hasHeader: true } },
    });
    if (answer.ok || answer.sample === null) throw new Error('There is no sample.');
    expect(textsOf(answer.sample)).toEqual([['käse', '5 €']]);
    const chosen = await sampleOf('a.csv', Buffer.from('key,value\nk\xe4se,5 \x80\n', 'latin1'), {
      ...answer.sample.choice,
    });
    expect(textsOf(chosen)).toEqual([['käse', '5 €']]);
  });

  it('is refused if the chosen encoding has no character for a byte', async () => {
    const choice: SourceChoice = { format: 'csv', encoding: 'windows-1252', delimiter: ',', hasHeader: true };
    expect(await readSample(fileOf('a.csv', Buffer.from('key\na\x81', 'latin1')), choice)).toMatchObject({
      refusal: { kind: 'wrong-encoding', encoding: 'windows-1252', offset: 5 },
    });
    expect(
      await readSample(fileOf('a.csv', utf16('key\na\ud800b', false)), { ...choice, encoding: 'utf-16le' }),
    ).toMatchObject({ refusal: { kind: 'wrong-encoding', encoding: 'utf-16le', offset: 10 } });
    expect(
      await readSample(fileOf('a.csv', Buffer.from('a\xff', 'latin1')), { ...choice, encoding: 'utf-8' }),
    ).toMatchObject({ refusal: { kind: 'wrong-encoding', encoding: 'utf-8', offset: 1 } });
  });

  it.each([
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])],
    ['a program', Buffer.from('\u007fELF\u0002\u0001\u0001\0\0\0')],
    ['bytes without order', Buffer.from([0xff, 1, 2, 3, 0x80, 0x81])],
  ])('is not looked for in %s', async (_, bytes) => {
    expect(await readSample(fileOf('a.csv', bytes), null)).toEqual({
      ok: false,
      refusal: { kind: 'not-text' },
      sample: null,
    });
  });
});

describe('a table', () => {
  it.each([
    ['commas', 'a.csv', 'key,value\na,x;y;z\nb,u\n', ','],
    ['semicolons, with commas in the values', 'a.csv', 'key;value\na;1,5\nb;hello, you, there\n', ';'],
    ['tabs in spite of the name', 'a.csv', 'key\tvalue\na\tx, y\nb\tz\n', '\t'],
    ['bars', 'a.txt', 'key|value\na|x\n', '|'],
    ['delimiters inside quotes', 'a.csv', 'key,value\na,"x;y;z"\nb,"u;v;w"\n', ','],
    ['one column', 'a.csv', 'key\na\nb\n', ','],
    ['one column of keys with bars', 'a.csv', 'key\nv1|a\nv1|b\n', ','],
    ['one column, named .tsv', 'a.tsv', 'key\na\nb\n', '\t'],
    ['as many of both, named .tsv', 'a.tsv', 'key,x\tvalue,y\n', '\t'],
  ] as const)('of %s', async (_, name, text, delimiter) => {
    expect((await sampleOf(name, text, null)).choice).toMatchObject({ format: 'csv', delimiter });
  });

  it.each([
    ['a name for keys', 'Atom-Key,x\na,b\n', true],
    ['a name for values', 'x,content\na,b\n', true],
    ['names above keys', 'where,what\nv1.a,x\nv1.b,y\n', true],
    ['names', 'team,owner\ncore,ann\nweb,bob\n', true],
    ['keys from the first line on', 'v1.a,x\nv1.b,y\n', false],
    ['names with units', 'Cost Total $,Length (mm),Share in %\n1,2,3\n', true],
    ['paths', 'name.common,name.official,speed km/h\nChad,Republic of Chad,5\n', true],
    ['numbers', '1,2\n3,4\n', false],
    ['what comes again below', 'core,ann\ncore,bob\n', false],
  ])('that begins with %s', async (_, text, hasHeader) => {
    expect((await sampleOf('a.csv', text)).choice.hasHeader).toBe(hasHeader);
  });

  it.each([
    ['a separator', 'sep=;\r\nkey;value\r\nv1.a;one, two, three\r\n', ';'],
    ['one that the rest would not tell', '\ufeffsep=|\nkey|value\nv1.a|one, two, three\n', '|'],
    ['one that is not known', '"sep=^"\nkey;value\nv1.a;one, two, three\n', ';'],
  ])('may begin with a line that names %s', async (_, text, delimiter) => {
    const sample = await sampleOf('a.csv', text);
    expect(sample.choice).toMatchObject({ delimiter, hasHeader: true });
    expect(sample.columns).toEqual(['key', 'value']);
    expect(textsOf(sample)).toEqual([['v1.a', 'one, two, three']]);
  });

  it('has a name for each column', async () => {
    expect(await sampleOf('a.csv', 'key,, value ,key,key (2),key\na,b,c,d,e,f\n')).toMatchObject({
      columns: ['key', 'Column 2', 'value', 'key (3)', 'key (2)', 'key (4)'],
      renamedColumns: ['key (3)', 'key (4)'],
    });
    expect(await sampleOf('a.csv', 'v1.a,1\nv1.b,2\n')).toMatchObject({ columns: ['Column 1', 'Column 2'] });
  });

  it("is read with the user's settings", async () => {
    const sample = await sampleOf('a.csv', 'key;value\na;x\n', {
      format: 'csv',
      encoding: 'utf-8',
      delimiter: ',',
      hasHeader: false,
    });
    expect(sample.columns).toEqual(['Column 1']);
    expect(textsOf(sample)).toEqual([['key;value'], ['a;x']]);
  });

  it('of 100,000 columns is refused', async () => {
    const wide = Array.from({ length: 100_000 }, (_, at) => `c${String(at)}`).join(',');
    expect(await readSample(fileOf('a.csv', `${wide}\n${wide}\n`, [70_000]), null)).toEqual({
      ok: false,
      refusal: { kind: 'too-many-columns', columns: 100_000 },
      sample: null,
    });
  });

  it.each([
    ['nothing', ''],
    ['empty lines', '\n\r\n'],
    ['a header alone', 'key,value\n'],
  ])('is empty with %s', async (_, text) => {
    expect(await readSample(fileOf('a.csv', text), null)).toMatchObject({
      ok: false,
      refusal: { kind: 'empty' },
    });
  });

  it.each([
    ['a header', '"key"s,value\na,x\n', true],
    ['any record', '"a"b,x\n"c"d,y\n', false],
  ])('is broken if %s cannot be read', async (_, text, hasHeader) => {
    const choice: SourceChoice = { format: 'csv', encoding: 'utf-8', delimiter: ',', hasHeader };
    expect(await readSample(fileOf('a.csv', text), choice)).toMatchObject({
      ok: false,
      refusal: { kind: 'broken', place: 1 },
    });
  });

  it('without a header has as many columns as most of its records', async () => {
    const sample = await sampleOf('a.csv', 'v1.a\nv1.b,1\nv1.c,2\n');
    expect(textsOf(sample)).toEqual([
      ['v1.a', null],
      ['v1.b', '1'],
      ['v1.c', '2'],
    ]);
  });

  it('is shown by its first records, with long texts shortened', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => `v1.${String(at)},${'x'.repeat(5_000)}\n`);
    const sample = await sampleOf('a.csv', `key,value\n${rows.join('')}`);
    expect(sample.isWhole).toBe(false);
    expect(sample.records).toHaveLength(previewRecords);
    expect(textsOf(sample)[0]).toEqual(['v1.0', 'x'.repeat(2_000)]);
    const exactly = await sampleOf('a.csv', `key,value\n${rows.slice(0, previewRecords).join('')}`);
    expect(exactly).toMatchObject({ isWhole: true });
    expect(exactly.records).toHaveLength(previewRecords);
  });

  it('suggests a key in which nothing comes twice in more records than are shown', async () => {
    const of = (symbol: string): readonly string[] =>
      Array.from({ length: 150 }, (_, at) => `day ${String(at)},${symbol},1.5\n`);
    const sample = await sampleOf('a.csv', ['date,symbol,price\n', ...of('A'), ...of('B')].join(''));
    expect(sample.suggested.key).toBe('{date}.{symbol}');
  });

  it('is not refused for what follows the shown records', async () => {
    const rows = Array.from({ length: 200 }, (_, at) => `v1.${String(at)},${'x'.repeat(5_000)}\n`);
    const answer = await readSample(
      fileOf('a.csv', Buffer.from(`key,value\n${rows.join('')}v1.\xe4,x\n`, 'latin1')),
      {
        format: 'csv',
        encoding: 'utf-8',
        delimiter: ',',
        hasHeader: true,
      },
    );
    expect(answer).toMatchObject({ ok: true, sample: { isWhole: false } });
  });
});

describe('the format', () => {
  it.each([
    ['a.csv', '[{"key":"a","value":"x"}]', 'json'],
    ['a.csv', '{"key":"a","value":"x"}\n{"key":"b","value":"y"}\n', 'jsonl'],
    ['a.txt', '{"key":"a"}\nbroken\n{"key":"b"}\n', 'jsonl'],
    ['a.txt', '{"key":\n{"key":"a"}\n{"key":"b"}\n', 'jsonl'],
    ['a.json', '{"a":"x"}', 'json'],
    ['a.jsonl', '{"key":"x"}', 'jsonl'],
    ['a.json', '{"key":"x"}\n{"key":"y"}\n', 'jsonl'],
    ['a.jsonl', '[\n  {"key": "a"},\n  {"key": "b"}\n]', 'json'],
    ['a.csv', '[id],[name]\n1,x\n', 'csv'],
    ['a.csv', '["a"],b\n["c"],d\n', 'csv'],
    ['a.csv', '{a},b\n', 'csv'],
  ] as const)('of %s with %j', async (name, text, format) => {
    const answer = await readSample(fileOf(name, text), null);
    expect(answer.sample?.choice.format).toBe(format);
  });
});

describe('a first line that is longer than the checked part', () => {
  const long = 'x'.repeat(2_000_000);

  it.each([
    ['a.jsonl', `{"key":"a","value":"${long}"}\n{"key":"b","value":"y"}\n`, 'jsonl', 2],
    ['a.jsonl', `[{"key":"a","value":"${long}"},{"key":"b","value":"y"},{"key":"c","value":"z"}]`, 'json', 3],
    ['a.json', `{"a":"${long}","b":"y"}`, 'json', 2],
    ['a.csv', `key,value\na,"${long}"\n`, 'csv', 1],
  ] as const)('of %s', async (name, content, format, count) => {
    const sample = await sampleOf(name, content);
    expect(sample.choice.format).toBe(format);
    expect(sample.columns).toEqual(['key', 'value']);
    expect(sample.records).toHaveLength(count);
    expect(textsOf(sample)[0]).toEqual(['a', long.slice(0, 2_000)]);
  });
});

describe('rows above a table', () => {
  const titled = 'Stations 2024\nSource: the city\n\nname;north;east\nA;1;2\nB;3;4\n';
  it('are skipped if column names follow, and the delimiter is that of the table', async () => {
    const sample = await sampleOf('a.csv', titled);
    expect(sample.choice).toMatchObject({ skipped: 2, delimiter: ';', hasHeader: true });
    expect(sample.columns).toEqual(['name', 'north', 'east']);
    expect(textsOf(sample)).toEqual([
      ['A', '1', '2'],
      ['B', '3', '4'],
    ]);
    const inCells = await sampleOf('a.csv', 'Stations 2024,,\nname,north,east\nA,1,2\nB,3,4\n');
    expect([inCells.choice.skipped, inCells.columns]).toEqual([1, ['name', 'north', 'east']]);
  });

  it('are as many as the user says', async () => {
    const { choice } = await sampleOf('a.csv', titled);
    const all = await sampleOf('a.csv', titled, { ...choice, skipped: 0, hasHeader: false });
    expect(textsOf(all)[0]?.[0]).toBe('Stations 2024');
    const fewer = await sampleOf('a.csv', titled, { ...choice, skipped: 3, hasHeader: false });
    expect(textsOf(fewer)).toEqual([
      ['A', '1', '2'],
      ['B', '3', '4'],
    ]);
    expect(await readSample(fileOf('a.csv', titled), { ...choice, skipped: 9 })).toMatchObject({
      refusal: { kind: 'empty' },
    });
  });

  it.each([
    ['rows with one text, below names', 'a,b,c\nx,,\n1,2,3\n4,5,6\n'],
    ['a row with one text, without names below', 'only\n1,2,3\n4,5,6\n'],
    ['a table of two columns', 'title\nkey,value\nv1.a,1\nv1.b,2\n'],
  ])('are not seen in %s', async (_, text) => {
    expect((await sampleOf('a.csv', text)).choice.skipped).toBeUndefined();
  });
});

describe('JSON', () => {
  it.each([
    ['a list of objects', '[{"key":"a","value":"x"},{"key":"b","value":"y"}]'],
    [
      'atoms with a preface',
      '{"exportedAt":"now","n":1,"atoms":[{"key":"a","value":"x"},{"key":"b","value":"y"}]}',
    ],
    ['a list that is all there is', '{"mine":[{"key":"a","value":"x"},{"key":"b","value":"y"}]}'],
    [
      'features between plain values',
      '{"type":"x","features":[{"key":"a","value":"x"},{"key":"b","value":"y"}],"n":1}',
    ],
    [
      'the only list of objects, below plain values',
      '{"year":2024,"mine":[{"key":"a","value":"x"},{"key":"b","value":"y"}]}',
    ],
    ['pairs', '[["a","x"],["b","y"]]'],
    ['a map', '{"a":"x","b":"y"}'],
    ['lines', '{"key":"a","value":"x"}\n["b","y"]\n'],
  ])('may be %s', async (_, text) => {
    const sample = await sampleOf('a.json', text);
    expect(sample.columns).toEqual(['key', 'value']);
    expect(textsOf(sample)).toEqual([
      ['a', 'x'],
      ['b', 'y'],
    ]);
    expect(sample.suggested).toMatchObject({ key: '{key}', value: { template: '{value}' } });
  });

  it('with several lists is read from the one that the user chooses, or as a map', async () => {
    const text = '{"about":{"a":[1]},"nodes":[{"id":"n1"}],"links":[{"from":"n1"},{"from":"n2"}]}';
    const sample = await sampleOf('a.json', text);
    expect([sample.lists, sample.choice.list]).toEqual([['nodes', 'links'], null]);
    expect(textsOf(sample).map((cells) => cells[0])).toEqual(['about', 'nodes', 'links']);
    const links = await sampleOf('a.json', text, { ...sample.choice, list: 'links' });
    expect(links).toMatchObject({ columns: ['from'], choice: { list: 'links' } });
    expect(textsOf(links)).toEqual([['n1'], ['n2']]);
    const none = { ...sample.choice, list: 'about' };
    expect(await readSample(fileOf('a.json', text), none)).toMatchObject({ refusal: { kind: 'empty' } });
  });

  it('has the columns of its first objects in order of appearance', async () => {
    const sample = await sampleOf('a.json', '[{"b":1,"a":"x"},{"c":{"d": [1.50]},"a":null,"b":true}]');
    expect(sample.columns).toEqual(['b', 'a', 'c']);
    expect(sample.records).toEqual([
      { kind: 'cells', place: 1, cells: [{ text: '1', isText: false }, { text: 'x', isText: true }, null] },
      {
        kind: 'cells',
        place: 2,
        cells: [{ text: 'true', isText: false }, null, { text: '{"d":[1.50]}', isText: false }],
      },
    ]);
  });

  it('keeps every digit of a number', async () => {
    const sample = await sampleOf('a.json', '{"a":12345678901234567890.10,"b":[1e400, 2]}');
    expect(textsOf(sample)).toEqual([
      ['a', '12345678901234567890.10'],
      ['b', '[1e400,2]'],
    ]);
  });

  it('neither writes to a prototype nor reads from one', async () => {
    const sample = await sampleOf('a.json', '[{"__proto__":"x","constructor":"y"},{"key":"v1.a"}]');
    expect(sample.columns).toEqual(['__proto__', 'constructor', 'key']);
    expect(textsOf(sample)).toEqual([
      ['x', 'y', null],
      [null, null, 'v1.a'],
    ]);
    expect(textsOf(await sampleOf('b.json', '{"__proto__":"x"}'))).toEqual([['__proto__', 'x']]);
  });

  it.each([
    ['5', 'no-records'],
    ['"text"', 'no-records'],
    ['["a","b"]', 'no-records'],
    ['[]', 'empty'],
    ['{}', 'empty'],
    ['[{"a":1}', 'broken'],
    ['[{"a":1}]]', 'broken'],
    ['[{"a":1},]', 'broken'],
    ['{"atoms":[{"a":1}}', 'broken'],
  ])('is refused: %s', async (text, kind) => {
    expect(await readSample(fileOf('a.json', text), null)).toMatchObject({ ok: false, refusal: { kind } });
  });
});

describe('a file exported by this app', () => {
  it.each([
    { columns: keyExportColumns },
    { columns: answerColumns },
    { columns: runColumns },
    { columns: uploadReportColumns },
  ])('is known by its columns: $columns', async (one) => {
    const columns: readonly string[] = one.columns;
    const keyAt = columns.indexOf('key');
    const cells = columns.map((_, at) => (at === keyAt ? "'=v1.a" : '=1'));
    const sample = await sampleOf('a.csv', csvText(columns, [cells]));
    expect(sample.evidence.appExport).toBe(true);
    expect(textsOf(sample)).toEqual([cells]);
    expect(sample.suggested.key).toBe('{key}');
  });

  it('with keys only has nothing to store', async () => {
    const atom = Object.fromEntries(keyExportColumns.map((name) => [name, name === 'version' ? 3 : 'x']));
    const sample = await sampleOf('a.json', JSON.stringify({ exportedAt: 'now', atoms: [atom] }));
    expect(sample.evidence.appExport).toBe(true);
    expect(sample.suggested.value).toEqual({ kind: 'template', template: '' });
  });

  it('is not confused with other tables, whose cells stay unchanged', async () => {
    const sample = await sampleOf('a.csv', "key,value\n'=a,'+1\n");
    expect(sample.evidence.appExport).toBe(false);
    expect(textsOf(sample)).toEqual([["'=a", "'+1"]]);
  });
});
