import { cutText } from '#shared/text/cutText.ts';
import type { SealedFile } from './sealedFile.ts';

/** Text of a row as in the file. */
export interface RowText {
  /** `''` if there is none. */
  readonly key: string;
  readonly value: string;
  /**
   * In column order: a text, the JSON of another value, or null; null as a whole if the record could not be
   * read.
   */
  readonly cells: readonly StoredCell[] | null;
  readonly unreadable: { readonly why: string; readonly text: string } | null;
}

/** A text is stored as it is, the JSON of another value in a list of one item. */
export type StoredCell = string | readonly [json: string] | null;

/** Positions of the pages in a file of rows. */
export interface PageTable {
  readonly count: number;
  /** First row of each page. */
  readonly firstRows: Uint32Array;
  /** Positions of the frame with the keys, and of the frame with the rest. */
  readonly keyOffsets: Float64Array;
  readonly bodyOffsets: Float64Array;
}

/** Writes rows, several hundred per page. */
export interface RowPageWriter {
  readonly add: (text: RowText) => void;
  /** Of an added row. */
  readonly key: (row: number) => string;
  readonly finish: () => PageTable;
}

/** Reads rows from their pages, and caches recently read pages. */
export interface RowPages {
  readonly key: (row: number) => string;
  /** At least the first `startLength` characters of the value. */
  readonly valueStart: (row: number) => string;
  readonly text: (row: number) => RowText;
  readonly cells: (row: number) => RowText['cells'];
  /** Calls `visit` with every key, in order; ends when it returns false. */
  readonly eachKey: (visit: (key: string, row: number) => void) => void;
}

const mostRows = 512;
const fullPage = 64 * 1024;
/** Longer rows have their own frame, so that reading their neighbors does not read them. */
const longRow = 16 * 1024;
/** Characters of a long row's value that are stored with its neighbors. */
const startLength = 300;
const pagesInMind = 24;

/** A value that is the text of a cell is stored as the cell's number; one that is the key as -1. */
type WholeRow = readonly [value: string | number, cells: RowText['cells'], unreadable: RowText['unreadable']];
interface LongRow {
  readonly start: string;
  readonly offset: number;
}
type StoredRow = WholeRow | LongRow;

export function createRowPageWriter(file: SealedFile): RowPageWriter {
  let room: PageTable = withRoom(null, 64);
  let table: PageTable = { ...room, count: 0 };
  const written = createRowPages(file, () => table);
  let pageStart = 0;
  let keys: string[] = [];
  let bodies: string[] = [];
  let size = 0;
  const flush = (): void => {
    if (keys.length === 0) return;
    const page = table.count;
    if (page === room.firstRows.length) room = withRoom(room, page * 2);
    room.firstRows[page] = pageStart;
    room.keyOffsets[page] = file.append(Buffer.from(JSON.stringify(keys), 'utf8'));
    room.bodyOffsets[page] = file.append(Buffer.from(`[${bodies.join(',')}]`, 'utf8'));
    table = { ...room, count: page + 1 };
    pageStart += keys.length;
    keys = [];
    bodies = [];
    size = 0;
  };
  return {
    add: (text) => {
      let body = JSON.stringify(wholeRow(text));
      if (body.length > longRow) {
        const offset = file.append(Buffer.from(body, 'utf8'));
        body = JSON.stringify({ start: cutText(text.value, startLength), offset } satisfies LongRow);
      }
      keys.push(text.key);
      bodies.push(body);
      size += body.length + text.key.length;
      if (size >= fullPage || keys.length === mostRows) flush();
    },
    key: (row) => (row >= pageStart ? (keys[row - pageStart] ?? '') : written.key(row)),
    finish: () => {
      flush();
      return {
        count: table.count,
        firstRows: table.firstRows.slice(0, table.count),
        keyOffsets: table.keyOffsets.slice(0, table.count),
        bodyOffsets: table.bodyOffsets.slice(0, table.count),
      };
    },
  };
}

/** @param table requested again in every call, because it may grow */
export function createRowPages(file: SealedFile, table: () => PageTable): RowPages {
  const keyPages = cached(
    (page) => JSON.parse(readPage(file, table().keyOffsets, page)) as readonly string[],
  );
  const bodyPages = cached(
    (page) => JSON.parse(readPage(file, table().bodyOffsets, page)) as readonly StoredRow[],
  );
  const keyAt = (row: number): string => {
    const page = pageOf(table(), row);
    return keyPages(page)[row - firstRow(table(), page)] ?? '';
  };
  const storedAt = (row: number): StoredRow => {
    const page = pageOf(table(), row);
    const stored = bodyPages(page)[row - firstRow(table(), page)];
    if (stored === undefined) throw new RangeError(`Row ${String(row)} does not exist.`);
    return stored;
  };
  const wholeAt = (row: number): WholeRow => {
    const stored = storedAt(row);
    return 'start' in stored ? (JSON.parse(file.read(stored.offset).toString('utf8')) as WholeRow) : stored;
  };
  return {
    key: keyAt,
    valueStart: (row) => {
      const stored = storedAt(row);
      return 'start' in stored ? stored.start : valueOf(stored, keyAt(row));
    },
    text: (row) => {
      const whole = wholeAt(row);
      const key = keyAt(row);
      return { key, value: valueOf(whole, key), cells: whole[1], unreadable: whole[2] };
    },
    cells: (row) => wholeAt(row)[1],
    eachKey: (visit) => {
      const { count } = table();
      for (let page = 0; page < count; page++) {
        // Not through the page cache, which is for rows that are being viewed.
        const keys = JSON.parse(readPage(file, table().keyOffsets, page)) as readonly string[];
        const first = firstRow(table(), page);
        keys.forEach((key, index) => {
          visit(key, first + index);
        });
      }
    },
  };
}

/** A value that equals a cell or the key is not stored again. */
function wholeRow({ key, value, cells, unreadable }: RowText): WholeRow {
  if (value !== '' && value === key) return [-1, cells, unreadable];
  const cell = cells?.indexOf(value) ?? -1;
  return [cell === -1 ? value : cell, cells, unreadable];
}

function valueOf([value, cells]: WholeRow, key: string): string {
  if (typeof value === 'string') return value;
  if (value === -1) return key;
  const cell = cells?.[value];
  return typeof cell === 'string' ? cell : '';
}

function readPage(file: SealedFile, offsets: Float64Array, page: number): string {
  return file.read(offsets[page] ?? 0).toString('utf8');
}

function firstRow(table: PageTable, page: number): number {
  return table.firstRows[page] ?? 0;
}

/** The last page that starts at or before the row. */
function pageOf(table: PageTable, row: number): number {
  let low = 0;
  let high = table.count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (firstRow(table, middle) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

function withRoom(from: PageTable | null, pages: number): PageTable {
  const room: PageTable = {
    count: 0,
    firstRows: new Uint32Array(pages),
    keyOffsets: new Float64Array(pages),
    bodyOffsets: new Float64Array(pages),
  };
  if (from !== null) {
    room.firstRows.set(from.firstRows);
    room.keyOffsets.set(from.keyOffsets);
    room.bodyOffsets.set(from.bodyOffsets);
  }
  return room;
}

/** Caches the most recently requested pages. */
export function cached<Page>(read: (page: number) => Page): (page: number) => Page {
  const inMind = new Map<number, Page>();
  return (page) => {
    const found = inMind.get(page);
    if (found !== undefined) {
      inMind.delete(page);
      inMind.set(page, found);
      return found;
    }
    const fresh = read(page);
    inMind.set(page, fresh);
    if (inMind.size > pagesInMind) {
      for (const oldest of inMind.keys()) {
        inMind.delete(oldest);
        break;
      }
    }
    return fresh;
  };
}
