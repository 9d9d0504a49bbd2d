import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import type { TableDelimiter } from '#shared/domain/uploadSource.ts';
import { cutText } from '#shared/text/cutText.ts';
import { isSeparatorLine } from './separatorLine.ts';
import { SourceBreak, taken, type Taken } from './sourceBreak.ts';
import { longestText, textStart, textStartBytes } from './textStart.ts';

/** A record of a table as written in the file. */
export type TableRecord =
  | {
      readonly kind: 'cells';
      /** Line on which it starts, from 1. */
      readonly place: number;
      readonly cells: readonly string[];
    }
  | { readonly kind: 'unreadable'; readonly place: number; readonly why: string; readonly text: string };

/**
 * Parses a table, piece by piece, from UTF-8. Calls must be sequential; nothing is accepted after a break.
 */
export interface TableReader {
  readonly take: (piece: Buffer) => Promise<Taken<TableRecord>>;
  readonly end: () => Promise<Taken<TableRecord>>;
}

/** Longest record, in bytes. Anything longer is taken to be a quote that was never closed. */
const largestRecord = 32 * 1024 * 1024;
const largestPiece = 256 * 1024;
const smallestPiece = 1024;
/** How many unreadable records to report before other work gets a turn. */
const breaksAtOnce = 256;
const quote = 0x22;
const lineFeed = 10;
const carriageReturn = 13;

/**
 * If quotes do not match, the record ends with its first line, and reading starts again on the next. What
 * follows may be rows, or text from inside the quotes: until a record has exactly as many cells as the first,
 * each is reported as unreadable too, so that no row is made of text from inside a cell, and none disappears.
 *
 * @param skipped records above the table, which say nothing about its width; they are found like others
 */
export function createTableReader(delimiter: TableDelimiter, skipped = 0): TableReader {
  /** Created on demand: most tables have few quotes, and lines without quotes are split faster without it. */
  let parser: TableParser | null = null;
  /** Bytes passed to this parser before the pending ones. */
  let before = 0;
  /** Bytes that are not part of a record yet, and their number. */
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  /** Line on which the pending bytes start. */
  let line = 1;
  /** Number of cells in the first record of the table; null until it is read. */
  let fitting: number | null = null;
  let above = skipped;
  let isDoubtful = false;
  /** An unreadable record, until its line ends. */
  let failing: { readonly why: string; readonly text: Buffer } | null = null;
  /** Of a CR LF that was cut in two. */
  let skipsLineFeed = false;
  /**
   * How much to pass to a parser at once: little after an error, because there may be another on the next
   * line.
   */
  let pieceBytes = largestPiece;
  let breaks = 0;

  const restart = (): void => {
    parser = null;
    before = 0;
    pending = [];
    pendingBytes = 0;
  };

  /** `text`: the record as written in the file. */
  const accept = (cells: readonly string[], text: () => string, records: TableRecord[]): void => {
    if (line === 1 && isSeparatorLine(cells.join(delimiter))) return;
    if (above > 0) above -= 1;
    else fitting ??= cells.length;
    if (isDoubtful && fitting !== null && cells.length !== fitting) {
      records.push({ kind: 'unreadable', place: line, why: whyDoubtful, text: text() });
    } else {
      isDoubtful = false;
      records.push({ kind: 'cells', place: line, cells });
    }
  };

  /** Reads the complete lines before the first quote; returns the rest. */
  const takePlain = (bytes: Buffer, records: TableRecord[]): Buffer => {
    // A long record is not scanned again with each piece.
    if (pendingBytes > largestPiece) return bytes;
    // Pending bytes start a record, so a parser that has read them can be dropped.
    const region = pendingBytes === 0 ? bytes : Buffer.concat([...pending, bytes]);
    const end = plainEnd(region);
    if (end === 0) return bytes;
    for (const text of region
      .toString('utf8', 0, end)
      .split(/\r\n|[\n\r]/)
      .slice(0, -1)) {
      if (text !== '') accept(text.split(delimiter), () => cutText(text, longestText), records);
      line += 1;
    }
    restart();
    return region.subarray(end);
  };

  /** Skips the rest of an unreadable line; returns what follows. */
  const failOn = (bytes: Buffer, why: string, records: TableRecord[]): Buffer => {
    const end = lineEndAfter(bytes);
    const begun = failing?.text ?? Buffer.alloc(0);
    const text = Buffer.concat([begun, bytes.subarray(0, Math.min(end.from, textStartBytes))]);
    if (!end.isFound) {
      failing = { why, text: text.subarray(0, textStartBytes) };
      return Buffer.alloc(0);
    }
    failing = null;
    records.push({ kind: 'unreadable', place: line, why, text: shownText(text) });
    line += 1;
    skipsLineFeed = end.to === bytes.length && bytes[end.to - 1] === carriageReturn;
    return bytes.subarray(end.to);
  };

  /** `bytes` null: the end of the file. */
  const takeOne = async (
    bytes: Buffer | null,
    records: TableRecord[],
  ): Promise<{ readonly rest: Buffer } | null> => {
    parser ??= createParser(delimiter);
    const { found, error } = await (bytes === null ? parser.end() : parser.take(bytes));
    if (bytes !== null) {
      pending.push(bytes);
      pendingBytes += bytes.length;
    }
    if (found.length === 0 && error === null) {
      if (pendingBytes > largestRecord) throw tooLarge(line);
      return null;
    }
    const region = pending.length === 1 ? (pending[0] ?? Buffer.alloc(0)) : Buffer.concat(pending);
    let at = 0;
    for (const { cells, end } of found) {
      const from = skipLineEnds(region, at);
      line += lineEnds(region, at, from);
      accept(cells, () => shownText(region.subarray(from, end - before)), records);
      line += lineEnds(region, from, end - before);
      at = end - before;
    }
    if (error === null) {
      pending = [region.subarray(at)];
      pendingBytes = region.length - at;
      before += at;
      return null;
    }
    const from = skipLineEnds(region, at);
    line += lineEnds(region, at, from);
    isDoubtful ||= error.isOpen;
    restart();
    return { rest: failOn(region.subarray(from), error.why, records) };
  };

  /** Messages ask this thread to stop. */
  const giveWay = async (): Promise<void> => {
    breaks += 1;
    if (breaks % breaksAtOnce === 0) await setImmediate();
  };

  const takeAll = async (piece: Buffer | null, records: TableRecord[]): Promise<void> => {
    /** What remains to be read, last first. */
    const queue: (Buffer | null)[] = [];
    const enqueue = (bytes: Buffer): void => {
      if (bytes.length > 0) queue.push(bytes);
    };
    if (piece === null) queue.push(null);
    else enqueue(piece);
    for (let queued = queue.pop(); queued !== undefined; queued = queue.pop()) {
      const next = queued?.subarray(0, pieceBytes) ?? null;
      if (queued !== null) enqueue(queued.subarray(pieceBytes));
      if (failing !== null) {
        if (next !== null) enqueue(failOn(next, failing.why, records));
        // The file ends with this line.
        else
          records.push({ kind: 'unreadable', place: line, why: failing.why, text: shownText(failing.text) });
        continue;
      }
      if (skipsLineFeed && next !== null) {
        skipsLineFeed = false;
        if (next[0] === lineFeed) {
          enqueue(next.subarray(1));
          continue;
        }
      }
      const rest = next === null ? null : takePlain(next, records);
      if (rest?.length === 0) continue;
      // Reported without a parser, because creating one takes longer than reading such a line.
      if (rest !== null && pendingBytes === 0 && hasStrayQuote(rest, delimiter)) {
        enqueue(failOn(rest, strayQuote.why, records));
        await giveWay();
        continue;
      }
      const broken = await takeOne(rest, records);
      if (broken === null) {
        pieceBytes = Math.min(pieceBytes * 2, largestPiece);
        continue;
      }
      pieceBytes = smallestPiece;
      await giveWay();
      // The end is reached once more after the second reading.
      if (next === null) queue.push(null);
      enqueue(broken.rest);
    }
  };

  return {
    take: (piece) => taken((records) => takeAll(piece, records)),
    end: () => taken((records) => takeAll(null, records)),
  };
}

const whyDoubtful =
  'The previous record has unmatched quotes, and this record may be part of its text: it has a different number of cells than the first record.';

/** Why a record cannot be read. `isOpen`: a quote was opened, and the end of its text is unknown. */
interface RecordError {
  readonly why: string;
  readonly isOpen: boolean;
}

const strayQuote: RecordError = {
  why: 'A quote is inside a cell that does not start with one.',
  isOpen: false,
};

/** By the library's codes. */
const recordErrors: ReadonlyMap<string, RecordError> = new Map([
  [
    'CSV_INVALID_CLOSING_QUOTE',
    {
      why: 'A quote ends in the middle of a cell. To put a quote inside quoted text, write it twice.',
      isOpen: true,
    },
  ],
  ['INVALID_OPENING_QUOTE', strayQuote],
  ['CSV_QUOTE_NOT_CLOSED', { why: 'The quote that starts here is never closed.', isOpen: true }],
]);

interface ParserStep {
  /** `end`: offset of what follows it, from the parser's first byte. */
  readonly found: readonly { readonly cells: readonly string[]; readonly end: number }[];
  /** Why the parser stopped for good. */
  readonly error: RecordError | null;
}

interface TableParser {
  readonly take: (bytes: Buffer) => Promise<ParserStep>;
  readonly end: () => Promise<ParserStep>;
}

function createParser(delimiter: TableDelimiter): TableParser {
  let found: { readonly cells: readonly string[]; readonly end: number }[] = [];
  const parser = parse({
    delimiter,
    recordDelimiter: ['\r\n', '\n', '\r'],
    relaxColumnCount: true,
    skipEmptyLines: true,
    // Nothing is passed on through the stream, which would block it.
    onRecord: (cells: readonly string[], { bytes }) => {
      found.push({ cells, end: bytes });
      return null;
    },
  });
  /**
   * Ends the current step. Node 18 does not call the callback of `end` if the last record is broken, so the
   * event is used.
   */
  let fail: (error: Error) => void = () => undefined;
  parser.on('error', (error) => {
    fail(error);
  });
  const step = (run: (done: (error?: Error | null) => void) => void): Promise<ParserStep> =>
    new Promise<Error | null>((resolve) => {
      fail = resolve;
      run((error) => {
        resolve(error ?? null);
      });
    }).then((error) => {
      const records = found;
      found = [];
      return { found: records, error: error === null ? null : recordError(error) };
    });
  return {
    take: (bytes: Buffer) => step((done) => parser.write(bytes, done)),
    end: () => step((done) => parser.end(done)),
  };
}

function recordError(error: Error): RecordError {
  const known = error instanceof CsvError ? recordErrors.get(error.code) : undefined;
  // Any other error is a bug in this app, and must not be reported as an error of the file.
  if (known === undefined) throw error;
  return known;
}

function tooLarge(place: number): SourceBreak {
  return new SourceBreak({
    kind: 'broken',
    place,
    why: 'The record that starts here is larger than 32 MiB. It may contain a quote that is never closed.',
  });
}

function shownText(bytes: Buffer): string {
  return textStart(bytes).replace(/[\r\n]+$/, '');
}

/** The end of the last complete line before the first quote; 0 if there is none. */
function plainEnd(bytes: Buffer): number {
  const firstQuote = bytes.indexOf(quote);
  // A line feed may still follow a carriage return at the end.
  const limit = firstQuote < 0 ? bytes.length - (bytes.at(-1) === carriageReturn ? 1 : 0) : firstQuote;
  const plain = bytes.subarray(0, limit);
  return Math.max(plain.lastIndexOf(lineFeed), plain.lastIndexOf(carriageReturn)) + 1;
}

/** Whether the first quote is inside a cell of the record's first line that does not start with a quote. */
function hasStrayQuote(bytes: Buffer, delimiter: TableDelimiter): boolean {
  const before = bytes[bytes.indexOf(quote) - 1];
  return before !== undefined && before !== delimiter.charCodeAt(0) && !isLineEnd(before);
}

function isLineEnd(byte: number): boolean {
  return byte === lineFeed || byte === carriageReturn;
}

/** The next position that is not an end of line. */
function skipLineEnds(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === lineFeed || bytes[at] === carriageReturn) at += 1;
  return at;
}

/** The number of line ends; CR LF is one. */
function lineEnds(bytes: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if (byte === lineFeed || (byte === carriageReturn && bytes[at + 1] !== lineFeed)) count += 1;
  }
  return count;
}

/** Start and end of the line end. Not found: the end of the bytes. */
interface LineEnd {
  readonly isFound: boolean;
  readonly from: number;
  readonly to: number;
}

function lineEndAfter(bytes: Buffer): LineEnd {
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === lineFeed) return { isFound: true, from: at, to: at + 1 };
    if (byte === carriageReturn) {
      const to = bytes[at + 1] === lineFeed ? at + 2 : at + 1;
      return { isFound: true, from: at, to };
    }
  }
  return { isFound: false, from: bytes.length, to: bytes.length };
}
