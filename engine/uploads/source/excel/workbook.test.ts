import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RowMapping } from '#shared/domain/rowMapping.ts';
import type { SourceChoice, SourceSample } from '#shared/domain/uploadSource.ts';
import { usableRecords } from '#shared/upload/usableRecords.ts';
import { openHostedRows } from '../../rows/hostedRows.ts';
import { sizes } from '../../rows/testing/naiveRows.ts';
import { readRecords } from '../readRecords.ts';
import { readSample } from '../readSample.ts';
import { fileOf } from '../testing.ts';
import { meaningOfFormat } from './numberFormats.ts';
import { zipOf } from '../packed/testing/zipOf.ts';
import { textRow, workbookFiles, workbookOf, type WorkbookXml } from './testing/workbookOf.ts';

async function sampleOf(workbook: WorkbookXml, choice: SourceChoice | null = null): Promise<SourceSample> {
  const answer = await readSample(fileOf('a.xlsx', workbookOf(workbook)), choice);
  if (!answer.ok) throw new Error(`Refused: ${JSON.stringify(answer.refusal)}`);
  return answer.sample;
}

async function refusalOf(content: Uint8Array, name = 'a.xlsx') {
  const answer = await readSample(fileOf(name, content), null);
  if (answer.ok) throw new Error('It was read.');
  return answer;
}

/** All rows of a workbook with this name and the likely settings. */
async function readAll(content: Uint8Array, pieceSizes?: readonly number[]) {
  const file = fileOf('a.xlsx', content, pieceSizes);
  const answer = await readSample(file, null);
  if (!answer.ok) throw new Error(`Refused: ${JSON.stringify(answer.refusal)}`);
  const records = [];
  const done: number[] = [];
  const reading = readRecords(file, answer.sample.choice, answer.sample.columns);
  for (;;) {
    const step = await reading.next();
    if (step.done === true) return { records, done, refusal: step.value };
    records.push(...step.value.records);
    done.push(step.value.bytesDone);
  }
}

/** The cells of a row as they would be in a JSON object; unreadable rows are what is wrong. */
function cellsOf({ records }: Pick<SourceSample, 'records'>): readonly (readonly unknown[] | string)[] {
  return records.map((record) =>
    record.kind === 'cells'
      ? record.cells.map((cell) => (cell === null || cell.isText ? (cell?.text ?? null) : [cell.text]))
      : record.why,
  );
}

const sheet = (rows: string): WorkbookXml => ({ sheets: [{ name: 'Sheet1', rows }] });

describe('the cells of a workbook', () => {
  it('are text, numbers as stored, booleans, and nothing', async () => {
    const sample = await sampleOf({
      ...sheet(
        textRow(1, ['key', 'a', 'b', 'c', 'd']) +
          '<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3"><v>1.1000000000000001</v></c><c r="C3" t="b"><v>1</v></c><c r="E3" t="str"><f>""</f><v></v></c></row>' +
          '<row r="4"><c r="A4" t="s"><v>0</v></c><c r="B4"><v>12345678901234567890</v></c><c r="C4"><v>1E-3</v></c><c r="D4" s="0"/><c r="E4" t="inlineStr"><is><r><t xml:space="preserve">a </t></r><r><t>b_x000D_</t></r><rPh><t>no</t></rPh></is></c></row>' +
          '<row r="5"><c r="B5" s="0"/></row>',
      ),
      strings: '<si><t>v1.ö</t></si><si><r><t>v1</t></r><r><t>.&lt;x&gt;_x005F_y</t></r></si>',
    });
    expect(sample.columns).toEqual(['key', 'a', 'b', 'c', 'd']);
    expect(sample.records.map(({ place }) => place)).toEqual([3, 4]);
    expect(cellsOf(sample)).toEqual([
      ['v1.<x>_y', ['1.1'], ['true'], null, ''],
      ['v1.ö', ['12345678901234567890'], ['0.001'], null, 'a b\r'],
    ]);
    expect(sample.evidence).toEqual({ bom: false, appExport: false, formulas: true });
    expect(sample.isWhole).toBe(true);
  });

  it('are dates, times, and durations in ISO 8601 by their format, and nothing of them is lost', async () => {
    const formats = ['yyyy\\-mm\\-dd', 'd/m/yy h:mm', 'h:mm:ss AM/PM', '[h]:mm', '0.00 "days"'];
    const cells = [
      ['1', '45988', '2025-11-27'],
      ['1', '45988.5', '2025-11-27T12:00:00'],
      ['1', '59', '1900-02-28'],
      ['1', '60', '1900-02-29'],
      ['1', '61', '1900-03-01'],
      ['2', '45988', '2025-11-27T00:00:00'],
      ['2', '45988.697916666664', '2025-11-27T16:45:00'],
      ['3', '0.25001157407407409', '06:00:01'],
      ['4', '1.5', 'PT36H'],
      ['5', '45988.5', ['45988.5']],
      ['1', '-1', ['-1']],
      ['1', '2958466', ['2958466']],
    ] as const satisfies readonly (readonly [string, string, unknown])[];
    const rows = cells
      .map(
        ([style, value], at) => `<row r="${at + 1}"><c r="A${at + 1}" s="${style}"><v>${value}</v></c></row>`,
      )
      .join('');
    const choice: SourceChoice = {
      format: 'xlsx',
      encoding: 'utf-8',
      delimiter: ',',
      hasHeader: false,
      part: 'Sheet1',
    };
    const sample = await sampleOf({ ...sheet(rows), formats }, choice);
    expect(cellsOf(sample)).toEqual(cells.map(([, , shown]) => [shown]));
    const from1904 = await sampleOf({ ...sheet(rows), formats, is1904: true }, choice);
    expect(cellsOf(from1904)[0]).toEqual(['2029-11-28']);
  });

  it.each([
    ['General', 'number'],
    ['0.00E+00', 'number'],
    ['#,##0 "d"', 'number'],
    ['mmm yy', 'date'],
    ['[$-409]d\\-mmm\\-yyyy;@', 'date'],
    ['mm:ss.0', 'time'],
    ['[mm]:ss', 'duration'],
    ['[Red]hh:mm', 'time'],
    ['yyyy"-T-"hh', 'date-time'],
  ] as const)('have the format %s of a %s', (code, meaning) => {
    expect(meaningOfFormat(code)).toBe(meaning);
  });

  it('that are errors or have no saved result are a problem of their row, if their column is used', async () => {
    const { records, columns, suggested } = await sampleOf(
      sheet(
        `${textRow(1, ['key', 'value'])}<row r="2"><c r="A2" t="inlineStr"><is><t>a</t></is></c><c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>` +
          '<row r="3"><c r="A3" t="inlineStr"><is><t>b</t></is></c><c r="B3"><f>A1</f></c></row>' +
          '<row r="4"><c r="A4" t="s"><v>7</v></c></row>' +
          `<row r="5"><c r="A5"><v>1e999</v></c></row>${textRow(6, ['c', 'x', 'far'])}`,
      ),
    );
    const found = (mapping: RowMapping) =>
      records
        .map(usableRecords(mapping, columns))
        .map((record) => (record.kind === 'unreadable' ? [record.place, record.why, record.text] : null));
    expect(found({ ...suggested, value: { kind: 'template', template: '{key}' } }).slice(0, 2)).toEqual([
      null,
      null,
    ]);
    expect(found({ ...suggested, key: '{key}', value: { kind: 'template', template: '{value}' } })).toEqual([
      [
        2,
        'Cell B2 is the error #DIV/0!. Correct it in the workbook, or enter the key and the value here.',
        'a | #DIV/0!',
      ],
      [
        3,
        'Cell B3 is a formula without a saved result. Open the workbook in Excel, save it, and choose it again.',
        'b | ',
      ],
      [4, 'Cell A4 refers to a text that the workbook does not have.', '7'],
      [5, 'Cell A5 is not a valid number: "1e999".', '1e999'],
      [6, 'The row has 3 cells, but the table has 2 columns.', 'c | x | far'],
    ]);
  });

  it('that are errors do not stop a row from being staged that does not use them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'workbook-'));
    const error = '<c r="C2" t="e"><v>#N/A</v></c>';
    const row = textRow(2, ['a', 'one']).replace('</row>', `${error}</row>`);
    const book = workbookOf(sheet(textRow(1, ['key', 'value', 'note']) + row));
    const rows = openHostedRows({
      folder,
      dataKey: new Uint8Array(32),
      file: { name: 'a.xlsx', bytes: book.length },
      reading: { readSample, readRecords },
      firstRevision: 0,
    });
    const staged = async (value: string) => {
      const mapping = {
        key: '{key}',
        value: { kind: 'template', template: value },
        trimKeys: false,
      } as const;
      await rows.sample(null);
      expect(await rows.stage({ mapping, sizes }, () => undefined, new AbortController().signal)).toEqual({
        ok: true,
      });
      return rows.row(0);
    };
    try {
      await rows.addSource(book);
      expect(await staged('{value}')).toMatchObject({ key: 'a', value: 'one', problems: [] });
      const used = await staged('{value} {note}');
      expect(used).toMatchObject({ problems: ['unreadable'] });
      expect(used?.unreadable).toMatchObject({
        why: expect.stringContaining('C2 is the error #N/A') as string,
      });
    } finally {
      await rows.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('that refer to no text by a number leave other texts as they are', async () => {
    const rows =
      '<row r="1"><c r="A1" t="s"><v>0</v></c></row>' +
      '<row r="2"><c r="A2" t="s"><v>x</v></c></row><row r="3"><c r="A3" t="s"><v>1</v></c></row>';
    const { records } = await sampleOf({ ...sheet(rows), strings: '<si><t>key</t></si><si><t>a</t></si>' });
    expect(records).toMatchObject([
      { wrong: [{ column: 0, why: 'Cell A2 refers to a text that the workbook does not have.' }] },
      { cells: [{ text: 'a' }] },
    ]);
  });

  it('that are wrong are quoted only in part', async () => {
    const long = 'x'.repeat(5_000);
    const rows = `${textRow(1, ['key', 'value', 'note'])}<row r="2"><c r="A2"><v>${long}</v></c><c r="B2" t="e"><v>${long}</v></c><c r="C2" t="${long}"><v>1</v></c></row>`;
    const [record] = (await sampleOf(sheet(rows))).records;
    const wrong = record?.kind === 'cells' ? (record.wrong ?? []) : [];
    expect(wrong.map(({ why }) => why.length < 300)).toEqual([true, true, true]);
  });

  it('that are errors do not make a header', async () => {
    const header =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>key</t></is></c><c r="B1" t="e"><v>#REF!</v></c></row>';
    const choice = { format: 'xlsx', encoding: 'utf-8', delimiter: ',', hasHeader: true } as const;
    const book = workbookOf(sheet(header + textRow(2, ['a', 'b'])));
    expect(await readSample(fileOf('a.xlsx', book), choice)).toMatchObject({
      refusal: { kind: 'broken', place: 1, why: expect.stringContaining('B1 is the error #REF!') as string },
    });
  });

  it('of other programs need no references, and may have a prefix', async () => {
    const rows =
      '<x:row><x:c t="inlineStr"><x:is><x:t>key</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>value</x:t></x:is></x:c></x:row><x:row><x:c t="str"><x:v>a</x:v></x:c><x:c><x:v>5</x:v></x:c></x:row>';
    const sample = await sampleOf({
      ...sheet(''),
      parts: {
        'xl/worksheets/sheet1.xml': `<x:worksheet xmlns:x="y"><x:sheetData>${rows}</x:sheetData></x:worksheet>`,
        'xl/sharedStrings.xml': null,
      },
    });
    expect(sample.columns).toEqual(['key', 'value']);
    expect(cellsOf(sample)).toEqual([['a', ['5']]]);
  });
});

describe('the sheets of a workbook', () => {
  const workbook: WorkbookXml = {
    sheets: [
      { name: 'Cover', rows: '' },
      { name: 'Lists', rows: textRow(1, ['key', 'value']) + textRow(2, ['hidden', 'x']), state: 'hidden' },
      { name: 'Data &amp; more', rows: textRow(1, ['key', 'value']) + textRow(2, ['a', 'x']) },
    ],
  };

  it('are offered, and the first visible one with rows is suggested', async () => {
    const sample = await sampleOf(workbook);
    expect(sample.container).toEqual({
      kind: 'workbook',
      parts: [
        { name: 'Cover', isHidden: false },
        { name: 'Lists', isHidden: true },
        { name: 'Data & more', isHidden: false },
      ],
    });
    expect(sample.choice).toMatchObject({ format: 'xlsx', part: 'Data & more', hasHeader: true });
    expect(cellsOf(sample)).toEqual([['a', 'x']]);
  });

  it('can be chosen, an empty one too', async () => {
    const { choice } = await sampleOf(workbook);
    expect(cellsOf(await sampleOf(workbook, { ...choice, part: 'Lists' }))).toEqual([['hidden', 'x']]);
    const file = fileOf('a.xlsx', workbookOf(workbook));
    expect(await readSample(file, { ...choice, part: 'Cover' })).toMatchObject({
      ok: false,
      refusal: { kind: 'empty' },
      sample: { choice: { part: 'Cover' }, container: { kind: 'workbook' } },
    });
  });

  it('are read to the end, in pieces of any size', async () => {
    const rows = Array.from(
      { length: 3_000 },
      (_, at) =>
        `<row r="${at + 2}"><c r="A${at + 2}" t="s"><v>${at}</v></c><c r="B${at + 2}"><v>${at}</v></c></row>`,
    );
    const strings = Array.from(
      { length: 3_000 },
      (_, at) => `<si><t>v1.row.${at}.${'ä'.repeat(at % 50)}</t></si>`,
    );
    const content = workbookOf({
      ...sheet(textRow(1, ['key', 'value']) + rows.join('')),
      strings: strings.join(''),
    });
    const { records, done, refusal } = await readAll(content, [1_000, 7]);
    expect(refusal).toBeNull();
    expect(records).toHaveLength(3_000);
    expect(cellsOf({ records: records.slice(-1) })).toEqual([[`v1.row.2999.${'ä'.repeat(49)}`, ['2999']]]);
    expect([...done].sort((a, b) => a - b)).toEqual(done);
    expect(done.at(-1)).toBeLessThanOrEqual(content.length);
  });
});

describe('a workbook that cannot be read', () => {
  const good = workbookOf(sheet(textRow(1, ['key', 'value']) + textRow(2, ['a', 'x'])));
  const office = (text: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(text, 'utf16le')]);

  it.each([
    ['an old one', office('Workbook'), { kind: 'unsupported', what: 'old-excel' }],
    ['one with a password', office('EncryptedPackage'), { kind: 'unsupported', what: 'encrypted-office' }],
    [
      'one that ends early',
      good.subarray(0, good.length - 60),
      { kind: 'damaged-container', container: 'workbook' },
    ],
    ['one without sheets', workbookOf({ sheets: [] }), { kind: 'no-parts', container: 'workbook' }],
    [
      'one without its sheet',
      workbookOf({ ...sheet(''), parts: { 'xl/worksheets/sheet1.xml': null } }),
      { kind: 'damaged-container', why: 'It has no part "xl/worksheets/sheet1.xml".' },
    ],
    [
      'XML that is not well-formed',
      workbookOf({ ...sheet(''), parts: { 'xl/workbook.xml': '<workbook><sheets></workbook>' } }),
      { kind: 'damaged-container', why: 'xl/workbook.xml: it is not well-formed XML.' },
    ],
    [
      'entities',
      workbookOf({
        ...sheet(''),
        parts: { 'xl/sharedStrings.xml': '', 'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY b "c">]><workbook/>' },
      }),
      {
        kind: 'damaged-container',
        why: 'xl/workbook.xml: it has a document type, which workbooks do not have.',
      },
    ],
    [
      'rows in the wrong order',
      workbookOf(sheet(textRow(2, ['a']) + textRow(1, ['b']))),
      { kind: 'damaged-container', why: 'xl/worksheets/sheet1.xml: row 1 follows row 2.' },
    ],
    [
      'two cells in one place',
      workbookOf(sheet('<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>')),
      { kind: 'damaged-container', why: 'xl/worksheets/sheet1.xml: cell "A1" is misplaced in row 1.' },
    ],
    [
      'a text document',
      workbookOf({
        ...sheet(''),
        parts: {
          '_rels/.rels':
            '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
        },
      }),
      { kind: 'unsupported', what: 'other-office' },
    ],
    [
      'a binary workbook',
      workbookOf({
        ...sheet(''),
        parts: {
          '_rels/.rels':
            '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
        },
      }),
      { kind: 'unsupported', what: 'binary-excel' },
    ],
  ] as const)('says why: %s', async (_, content, refusal) => {
    expect((await refusalOf(content)).refusal).toMatchObject(refusal);
  });

  it.each([
    ['is too large', { bytes: 3 * 1024 ** 3 }, { kind: 'unpacks-too-large', container: 'workbook' }],
    [
      'is packed too densely',
      { bytes: 65 * 1024 ** 2 },
      { kind: 'unpacks-too-large', container: 'workbook' },
    ],
    ['unpacks to more than it says', { bytes: 50 }, { kind: 'damaged-container', container: 'workbook' }],
    ['has the wrong checksum', { crc: 5 }, { kind: 'damaged-container', container: 'workbook' }],
    ['is encrypted', { flags: 1 }, { kind: 'unsupported', what: 'encrypted-archive' }],
  ] as const)('is refused if its sheet %s', async (_, said, refusal) => {
    const files = workbookFiles(sheet(textRow(1, ['key', 'value']) + textRow(2, ['a', 'x'])));
    const content = zipOf(files.map((one) => (one.name.includes('sheet1') ? { ...one, said } : one)));
    expect((await refusalOf(content)).refusal).toMatchObject(refusal);
  });

  it('is refused if it has two parts with the same name', async () => {
    const files = workbookFiles(sheet(textRow(1, ['key', 'value'])));
    expect((await refusalOf(zipOf([...files, ...files.slice(-1)]))).refusal).toMatchObject({
      why: 'It has two parts with the name "xl/worksheets/sheet1.xml".',
    });
  });
});
