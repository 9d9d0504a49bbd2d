import { assertNever } from '#shared/domain/result.ts';
import {
  largestUploadFile,
  mostUploadRows,
  type SourceCell,
  type SourceChoice,
  type SourceRecord,
} from '#shared/domain/uploadSource.ts';
import { withoutFormulaGuard } from '#shared/text/csvText.ts';
import { isAppExport } from '#shared/text/exportColumns.ts';
import { decodedPieces } from './decodedPieces.ts';
import { decodeHead, readHead } from './fileHead.ts';
import { jsonCell, jsonFields, pairColumns } from './jsonFields.ts';
import { createItemReader, type JsonItem } from './jsonItems.ts';
import { createLineReader, type JsonLine } from './jsonLines.ts';
import { jsonShape } from './jsonShape.ts';
import type { SourceFile } from './recordSource.ts';
import { SourceBreak } from './sourceBreak.ts';
import { createTableReader, type TableRecord } from './tableRecords.ts';

type Unreadable = Extract<SourceRecord, { readonly kind: 'unreadable' }>;

/** A record before it is known which columns are wanted. */
export type FoundRecord =
  | Extract<TableRecord, { readonly kind: 'cells' }>
  | {
      readonly kind: 'fields';
      readonly place: number;
      readonly fields: ReadonlyMap<string, SourceCell | null>;
    }
  | Unreadable;

export interface FoundPiece {
  readonly records: readonly FoundRecord[];
  readonly bytesDone: number;
}

const longestText = 1_000;

/** All records of a file in order, the header of a table among them. Throws `SourceBreak` where it cannot go on. */
export async function* foundRecords(file: SourceFile, choice: SourceChoice): AsyncGenerator<FoundPiece> {
  if (file.bytes > largestUploadFile) throw new SourceBreak({ kind: 'too-large' });
  const reader = await readerFor(file, choice);
  let count = 0;
  let bytesDone = 0;
  const counted = (records: readonly FoundRecord[]): FoundPiece => {
    count += records.length;
    if (count > mostUploadRows) throw new SourceBreak({ kind: 'too-many-rows' });
    return { records, bytesDone };
  };
  for await (const piece of decodedPieces(file.open(), choice.encoding)) {
    bytesDone = piece.bytesDone;
    yield counted(await reader.take(piece.text));
  }
  const last = await reader.end();
  if (last.length > 0) yield counted(last);
}

/** Puts records in the order of the columns. */
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
      case 'cells': {
        const { place, cells } = record;
        // Empty cells at the end of a line say nothing.
        if (cells.length > columns.length && cells.slice(columns.length).some((text) => text !== ''))
          return {
            kind: 'unreadable',
            place,
            why: `It has ${String(cells.length)} cells, and there are ${String(columns.length)} columns.`,
            text: cells.join(' | ').slice(0, longestText),
          };
        return { kind: 'cells', place, cells: columns.map((_, at) => cell(cells[at])) };
      }
      default:
        return assertNever(record);
    }
  };
}

interface FormatReader {
  readonly take: (text: Buffer) => Promise<readonly FoundRecord[]> | readonly FoundRecord[];
  readonly end: () => Promise<readonly FoundRecord[]> | readonly FoundRecord[];
}

async function readerFor(file: SourceFile, choice: SourceChoice): Promise<FormatReader> {
  switch (choice.format) {
    case 'csv':
      return createTableReader(choice.delimiter, null);
    case 'jsonl': {
      const lines = createLineReader();
      return { take: (text) => lines.take(text).map(ofLine), end: () => lines.end().map(ofLine) };
    }
    case 'json': {
      const shape = jsonShape(decodeHead(await readHead(file), choice.encoding));
      if (shape === null) throw new SourceBreak({ kind: 'no-records' });
      const items = createItemReader(shape);
      return {
        take: (text) => items.take(text).map(ofItem),
        end: () => {
          items.end();
          return [];
        },
      };
    }
    default:
      return assertNever(choice.format);
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

function unreadable(place: number, why: string, text: string): FoundRecord {
  return { kind: 'unreadable', place, why, text: text.slice(0, longestText) };
}
