import {
  isTableFormat,
  largestUploadFile,
  mostUploadRows,
  type SourceCell,
  type SourceChoice,
  type SourceRecord,
} from '#shared/domain/uploadSource.ts';
import { withoutFormulaGuard } from '#shared/text/csvText.ts';
import { cutText } from '#shared/text/cutText.ts';
import { isAppExport } from '#shared/text/exportColumns.ts';
import { decodedPieces } from './decodedPieces.ts';
import { decodeHead, readHead } from './fileHead.ts';
import type { FoundPiece, FoundRecord, Unreadable } from './foundRecords.ts';
import { jsonCell, jsonFields, pairColumns } from './jsonFields.ts';
import { createItemReader, type JsonItem } from './jsonItems.ts';
import { createLineReader, type JsonLine } from './jsonLines.ts';
import { jsonShape } from './jsonShape.ts';
import { sheetRows } from './excel/sheetRows.ts';
import { openSource, type OpenSource } from './packed/openSource.ts';
import type { SourceFile, SourceText } from './recordSource.ts';
import { SourceBreak, type Taken } from './sourceBreak.ts';
import { createTableReader } from './tableRecords.ts';
import { longestText } from './textStart.ts';

/**
 * All records of a file in order, including the header of a table. Throws `SourceBreak` if the file cannot be
 * read further.
 */
export async function* foundRecords(
  file: SourceFile,
  choice: SourceChoice,
  mostRows = mostUploadRows,
): AsyncGenerator<FoundPiece> {
  if (file.bytes > largestUploadFile) throw new SourceBreak({ kind: 'too-large' });
  yield* recordsOf(await openSource(file, choice.part ?? null), file.bytes, choice, mostRows);
}

/** The same of an opened file. @param fileBytes its size */
export async function* recordsOf(
  source: OpenSource,
  fileBytes: number,
  choice: SourceChoice,
  mostRows = mostUploadRows,
): AsyncGenerator<FoundPiece> {
  let toSkip = isTableFormat(choice.format) ? (choice.skipped ?? 0) : 0;
  for await (const piece of allRecordsOf(source, fileBytes, choice, mostRows)) {
    const { length } = piece.records;
    yield toSkip === 0 ? piece : { ...piece, records: piece.records.slice(toSkip) };
    toSkip = Math.max(0, toSkip - length);
  }
}

async function* allRecordsOf(
  source: OpenSource,
  fileBytes: number,
  choice: SourceChoice,
  mostRows: number,
): AsyncGenerator<FoundPiece> {
  if (source.kind === 'workbook') {
    yield* sheetRows(source.workbook, source.part, fileBytes);
    return;
  }
  const reader = await readerFor(source.text, choice);
  let count = 0;
  let bytesDone = 0;
  const counted = (found: readonly FoundRecord[]): FoundPiece => {
    count += found.length;
    if (count > mostRows) throw new SourceBreak({ kind: 'too-many-rows' });
    return { records: found, bytesDone };
  };
  for await (const piece of decodedPieces(source.text.open(), choice.encoding)) {
    bytesDone = source.bytesDone(piece.bytesDone);
    const { found, broken } = await reader.take(piece.text);
    yield counted(found);
    if (broken !== null) throw broken;
  }
  const { found, broken } = await reader.end();
  if (found.length > 0) yield counted(found);
  if (broken !== null) throw broken;
}

/** Reorders records by column. */
export function inColumns(columns: readonly string[]): (record: FoundRecord) => SourceRecord {
  const isGuarded = isAppExport(columns);
  const cell = (text: string | undefined): SourceCell | null =>
    text === undefined ? null : { text: isGuarded ? withoutFormulaGuard(text) : text, isText: true };
  return (record) => {
    switch (record.kind) {
      case 'unreadable':
        return record;
      case 'fields':
        return {
          kind: 'cells',
          place: record.place,
          cells: columns.map((column) => record.fields.get(column) ?? null),
        };
      case 'row': {
        const { place, cells, wrong } = record;
        const width = (cells.at(-1)?.column ?? -1) + 1;
        if (width > columns.length)
          return tooWide(
            place,
            width,
            columns.length,
            cells.map(({ text }) => text),
          );
        const inOrder: (SourceCell | null)[] = columns.map(() => null);
        for (const { column, text, isText } of cells)
          inOrder[column] = isText ? cell(text) : { text, isText };
        return { kind: 'cells', place, cells: inOrder, ...(wrong.length > 0 && { wrong }) };
      }
      case 'cells': {
        const { place, cells } = record;
        // Empty cells at the end of a line have no meaning.
        if (cells.length > columns.length && cells.slice(columns.length).some((text) => text !== ''))
          return tooWide(place, cells.length, columns.length, cells);
        return { kind: 'cells', place, cells: columns.map((_, at) => cell(cells[at])) };
      }
    }
  };
}

function tooWide(place: number, width: number, columns: number, texts: readonly string[]): Unreadable {
  return unreadable(
    place,
    `The row has ${String(width)} cells, but the table has ${String(columns)} columns.`,
    texts.join(' | '),
  );
}

interface FormatReader {
  readonly take: (text: Buffer) => Promise<Taken<FoundRecord>>;
  readonly end: () => Promise<Taken<FoundRecord>>;
}

async function readerFor(source: SourceText, choice: SourceChoice): Promise<FormatReader> {
  switch (choice.format) {
    case 'csv':
    // Sheets have a reader of their own.
    case 'xlsx':
      return createTableReader(choice.delimiter, choice.skipped);
    case 'jsonl': {
      const lines = createLineReader();
      const records = (found: readonly JsonLine[]): Promise<Taken<FoundRecord>> =>
        Promise.resolve({ found: found.map(ofLine), broken: null });
      return { take: (text) => records(lines.take(text)), end: () => records(lines.end()) };
    }
    case 'json': {
      const shape = jsonShape(decodeHead(await readHead(source), choice.encoding), choice.list);
      if (shape === null) throw new SourceBreak({ kind: 'no-records' });
      const items = createItemReader(shape);
      const records = ({ found, broken }: Taken<JsonItem>): Taken<FoundRecord> => ({
        found: found.map(ofItem),
        broken,
      });
      return {
        take: async (text) => records(await items.take(text)),
        end: async () => records(await items.end()),
      };
    }
  }
}

function ofLine(line: JsonLine): FoundRecord {
  const { place, text } = line;
  return line.kind === 'line'
    ? ofJson(place, text)
    : { kind: 'unreadable', place, why: 'The line is longer than 32 MiB.', text };
}

function ofItem({ place, name, text }: JsonItem): FoundRecord {
  if (name === null) return ofJson(place, text);
  const value = jsonCell(text);
  if (!value.ok) return unreadable(place, value.why, `${JSON.stringify(name)}: ${text}`);
  const [keyColumn, valueColumn] = pairColumns;
  const fields = new Map<string, SourceCell | null>([
    [keyColumn, { text: name, isText: true }],
    [valueColumn, value.cell],
  ]);
  return { kind: 'fields', place, fields };
}

function ofJson(place: number, text: string): FoundRecord {
  const read = jsonFields(text);
  return read.ok ? { kind: 'fields', place, fields: read.fields } : unreadable(place, read.why, text);
}

function unreadable(place: number, why: string, text: string): Unreadable {
  return { kind: 'unreadable', place, why, text: cutText(text, longestText) };
}
