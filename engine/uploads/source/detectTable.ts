import { parse } from 'csv-parse/sync';
import { tableDelimiters, type TableDelimiter } from '#shared/domain/uploadSource.ts';
import { keyColumnName, looksLikeKey, valueColumnName } from '#shared/upload/columnNames.ts';

/** How much of the file's beginning to check, in characters and in records. */
const longestLooked = 256 * 1024;
const mostLooked = 100;
/** Titles and notes above a table take no more lines than this; otherwise, the user says where it begins. */
const mostTitles = 20;

/**
 * The delimiter for which most records have as many cells as the first, at least two; then the one with more cells. If there is
 * none, the same of what is below titles, with at least three cells. `likely`: what the file name suggests, which decides if the
 * content does not.
 */
export function likelyDelimiter(
  head: string,
  isWhole: boolean,
  likely: TableDelimiter | null,
  candidates: readonly TableDelimiter[] = tableDelimiters,
): TableDelimiter {
  const widths = candidates.map((delimiter) => ({
    delimiter,
    widths: firstRecords(head, isWhole, delimiter).map(({ length }) => length),
  }));
  const tables = widths.filter((one) => (one.widths[0] ?? 0) > 1);
  if (tables.length > 0) return bestOf(tables, likely);
  const titled = widths.flatMap(({ delimiter, widths: all }) => {
    const begin = all.findIndex((width) => width > 1);
    const isTable = begin > 0 && begin <= mostTitles && (all[begin] ?? 0) > 2;
    return isTable ? [{ delimiter, widths: all.slice(begin) }] : [];
  });
  return titled.length > 0 ? bestOf(titled, likely) : (likely ?? ',');
}

interface Widths {
  readonly delimiter: TableDelimiter;
  /** Cells of each record. */
  readonly widths: readonly number[];
}

function bestOf(tables: readonly Widths[], likely: TableDelimiter | null): TableDelimiter {
  const rated = tables.map(({ delimiter, widths }) => {
    const [width = 0] = widths;
    const share = widths.filter((one) => one === width).length / widths.length;
    return { delimiter, rating: share + (delimiter === likely ? 0.1 : 0), width };
  });
  return rated.reduce((most, one) =>
    one.rating > most.rating || (one.rating === most.rating && one.width > most.width) ? one : most,
  ).delimiter;
}

/** Usual column names, also with units, symbols, and paths: `Cost Total $`, `Length (mm)`, `km/h`, `name.common`. */
const columnName = /^[\p{L}_#%][\p{L}\p{N} _#%$€£°&?()[\]’'./-]{0,59}$/u;

/** Whether the first of these records contains the column names. */
export function likelyHeader(records: readonly (readonly string[])[]): boolean {
  const [first = [], ...body] = records;
  const names = first.map((cell) => cell.trim());
  if (names.some((name) => keyColumnName.test(name) || valueColumnName.test(name))) return true;
  // A key in the first line is not a name if the lines below have keys there too.
  const isUnlike = names.some(
    (name, at) =>
      !looksLikeKey(name) && body.filter((cells) => looksLikeKey(cells[at] ?? '')).length > body.length / 2,
  );
  if (isUnlike) return true;
  const isKey = (name: string, at: number): boolean =>
    looksLikeKey(name) && body.some((cells) => looksLikeKey(cells[at] ?? ''));
  const areNames =
    new Set(names).size === names.length &&
    names.every((name, at) => columnName.test(name) && !isKey(name, at));
  return (
    areNames &&
    names.length > 1 &&
    body.length > 0 &&
    names.every((name, at) => body.every((cells) => cells[at] !== name))
  );
}

/**
 * How many of the first records are titles and notes above the table: they have at most one text, where the table has at least
 * three columns, and column names follow. Without names, a row with one text may be a row of the table.
 */
export function likelySkipped(records: readonly (readonly string[])[]): number {
  const texts = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== '').length;
  const width = mostFrequent(records.map(texts));
  const first = records.findIndex((cells) => texts(cells) > 1);
  const isTitled = width >= 3 && first > 0 && first <= mostTitles && texts(records[first] ?? []) >= width;
  return isTitled && likelyHeader(records.slice(first)) ? first : 0;
}

/** Quotes need not match here. */
export function firstRecords(
  head: string,
  isWhole: boolean,
  delimiter: TableDelimiter,
): readonly (readonly string[])[] {
  const looked = head.slice(0, longestLooked);
  const records: string[][] = parse(looked, {
    delimiter,
    recordDelimiter: ['\r\n', '\n', '\r'],
    relaxColumnCount: true,
    relaxQuotes: true,
    skipEmptyLines: true,
    skipRecordsWithError: true,
    to: mostLooked,
  });
  const isCut =
    records.length < mostLooked && records.length > 1 && (!isWhole || looked.length < head.length);
  return isCut ? records.slice(0, -1) : records;
}

/** 0 where there is none. */
export function mostFrequent(widths: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])[0];
}
