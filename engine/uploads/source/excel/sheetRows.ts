import { mostUploadRows, type WrongCell } from '#shared/domain/uploadSource.ts';
import { SourceBreak } from '../sourceBreak.ts';
import type { FoundPiece, FoundRecord, SheetRow } from '../foundRecords.ts';
import { cellName, cellValue, columnOf, type CellContext, type RawCell } from './cellValues.ts';
import type { Workbook } from './openWorkbook.ts';
import { readXml, type XmlTag } from './readXml.ts';
import { createSharedStrings, createTextCollector } from './sharedStrings.ts';

interface RawRow {
  /** From 1. */
  readonly place: number;
  readonly cells: readonly RawCell[];
}

const mostColumns = 16_384;
/** Of a row that is being read, in UTF-16 units. */
const largestRow = 32 * 1024 * 1024;

/**
 * The rows of a sheet that have a value, with their numbers. Throws `SourceBreak` if it cannot be read further.
 *
 * @param fileBytes size of the workbook, for the progress
 */
export async function* sheetRows(
  workbook: Workbook,
  name: string,
  fileBytes: number,
): AsyncGenerator<FoundPiece> {
  const { zip, sharedStrings } = workbook;
  const path = workbook.sheets.find((sheet) => sheet.name === name)?.path ?? '';
  const strings = createSharedStrings(sharedStrings === null ? null : zip.open(sharedStrings).pieces());
  const context: CellContext = { ...workbook, sharedString: strings.at };
  const sheet = zip.open(path);
  let rows: RawRow[] = [];
  const collector = createRowCollector(path, (row) => rows.push(row));
  try {
    for await (const _ of readXml(sheet.pieces(), path, collector)) {
      await strings.upTo(highestString(rows));
      const records = rows.flatMap((row) => recordOf(row, context) ?? []);
      rows = [];
      yield { records, bytesDone: Math.max(1, Math.round(sheet.share() * fileBytes)) };
    }
  } finally {
    await strings.close();
  }
}

/** -1 without one. */
function highestString(rows: readonly RawRow[]): number {
  let highest = -1;
  for (const { cells } of rows)
    for (const { type, value } of cells)
      // What is no number is the problem of its cell.
      if (type === 's' && value !== null) highest = Math.max(highest, Number(value) || 0);
  return highest;
}

/** null if the row is empty. */
function recordOf({ place, cells }: RawRow, context: CellContext): FoundRecord | null {
  const found: SheetRow['cells'][number][] = [];
  const wrong: WrongCell[] = [];
  for (const raw of cells) {
    const value = cellValue(raw, context);
    if ('why' in value) {
      wrong.push({ column: raw.column, why: `Cell ${cellName(place, raw.column)} ${value.why}` });
      found.push({ column: raw.column, text: raw.value ?? '', isText: true });
    } else if (value.cell !== null) found.push({ column: raw.column, ...value.cell });
  }
  if (found.length === 0) return null;
  return { kind: 'row', place, cells: found, wrong, hasFormula: cells.some(({ isFormula }) => isFormula) };
}

/** Collects the cells of `row` elements. */
function createRowCollector(path: string, found: (row: RawRow) => void) {
  let place = 0;
  let count = 0;
  let cells: RawCell[] | null = null;
  let size = 0;
  let cell: Omit<RawCell, 'value' | 'isFormula'> | null = null;
  let value: string | null = null;
  let isFormula = false;
  let isValue = false;
  const refuse = (why: string): never => {
    throw new SourceBreak({ kind: 'damaged-container', container: 'workbook', why: `${path}: ${why}` });
  };
  const inline = createTextCollector('is', (text) => (value = text));

  const openRow = ({ attributes }: XmlTag): void => {
    const said = attributes.get('r');
    const next = said === undefined ? place + 1 : Number(said);
    if (!Number.isSafeInteger(next) || next <= place) refuse(`row ${String(said)} follows row ${place}.`);
    place = next;
    count += 1;
    if (count > mostUploadRows) throw new SourceBreak({ kind: 'too-many-rows' });
    cells = [];
    size = 0;
  };
  const openCell = ({ attributes }: XmlTag): void => {
    const said = attributes.get('r');
    const last = cells?.at(-1)?.column ?? -1;
    const column = said === undefined ? last + 1 : columnOf(said);
    if (column === null || column <= last || column >= mostColumns)
      return refuse(`cell ${JSON.stringify(said ?? '')} is misplaced in row ${place}.`);
    cell = { column, type: attributes.get('t') ?? 'n', style: Number(attributes.get('s') ?? 0) };
    value = null;
    isFormula = false;
  };
  return {
    open: (tag: XmlTag): void => {
      if (tag.name === 'row') openRow(tag);
      else if (tag.name === 'c') openCell(tag);
      else if (cell === null) return;
      else if (tag.name === 'f') isFormula = true;
      else if (tag.name === 'v') {
        isValue = true;
        value = '';
      } else inline.open(tag);
    },
    text: (text: string): void => {
      if (cell === null) return;
      size += text.length;
      if (size > largestRow) refuse(`row ${place} is larger than 32 MiB.`);
      if (isValue) value = (value ?? '') + text;
      else inline.text(text);
    },
    close: (name: string): void => {
      if (name === 'v') isValue = false;
      else if (name === 'c' && cell !== null) {
        // A number without digits is an empty cell.
        const isEmpty = value === '' && cell.type !== 'str' && cell.type !== 'inlineStr';
        cells?.push({ ...cell, value: isEmpty ? null : value, isFormula });
        cell = null;
      } else if (name === 'row' && cells !== null) {
        found({ place, cells });
        cells = null;
      } else if (cell !== null) inline.close(name);
    },
  };
}
