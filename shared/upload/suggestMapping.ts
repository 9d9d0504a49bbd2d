import type { RowMapping } from '../domain/rowMapping.ts';
import type { SourceRecord } from '../domain/uploadSource.ts';
import { isJsonObjectOrList } from '../text/jsonLike.ts';
import { isAppExport } from '../text/exportColumns.ts';
import {
  isDecimal,
  isYear,
  keyColumnName,
  looksLikeKey,
  numberedName,
  valueColumnName,
} from './columnNames.ts';
import { inBraces, parseTemplate, placeColumn } from './keyTemplate.ts';

/**
 * Suggests a mapping. The key is the column named `key`; otherwise a column without duplicates: one with a name like a
 * key, one with cells like keys, or the first one. If every column has duplicates, it is the first two columns that have none
 * together, or the number of the record. The value is the column with such a name, or the remaining columns. A template
 * without a suitable column is empty, and the user writes it: for example, an export of keys without values must not lead to
 * storing their hashes.
 */
export function suggestMapping(columns: readonly string[], records: readonly SourceRecord[]): RowMapping {
  const usable = columns.filter((column) => parseTemplate(inBraces(column), columns).ok);
  const keys = likelyKey(columns, usable, records);
  const value =
    usable.find((column) => !keys.includes(column) && valueColumnName.test(column.trim())) ?? null;
  const others = columns.filter((column) => !keys.includes(column));
  const [only, second] = others;
  const isMany = second !== undefined || (only !== undefined && !usable.includes(only));
  const template = { key: keys.map(inBraces).join('.'), trimKeys: false };
  if (value !== null) return { ...template, value: { kind: 'template', template: inBraces(value) } };
  if (only === undefined || isAppExport(columns))
    return { ...template, value: { kind: 'template', template: '' } };
  return isMany
    ? { ...template, value: { kind: 'object', columns: others } }
    : { ...template, value: { kind: 'template', template: inBraces(only) } };
}

/** More columns would take long to try in pairs. */
const mostTried = 20;

/** The columns that make the key; none if no column can be in a template. */
function likelyKey(
  columns: readonly string[],
  inTemplates: readonly string[],
  records: readonly SourceRecord[],
): readonly string[] {
  const textsOf = new Map(columns.map((column, at) => [column, textsIn(records, at)]));
  const texts = (column: string): readonly string[] => textsOf.get(column) ?? [];
  const usable = inTemplates.filter((column) => !hasObjects(records, columns.indexOf(column)));
  const isDistinct = (...together: readonly string[]): boolean => {
    const [first = [], second = first] = together.map(texts);
    if (first.includes('') || second.includes('')) return false;
    return new Set(first.map((text, at) => JSON.stringify([text, second[at]]))).size === first.length;
  };
  const distinct = (column: string): boolean => isDistinct(column);
  const named = usable.filter((column) => keyColumnName.test(column.trim()));
  const keys = named.filter((column) => /key/i.test(column));
  const like = usable.filter(
    (column) => texts(column).filter(looksLikeKey).length > texts(column).length / 2,
  );
  /** Whole numbers are counts and amounts, unless they come first, are years, or are named like numbers of something. */
  const isMeasure = (column: string): boolean => {
    const given = texts(column).filter((text) => text !== '');
    if (given.some(isDecimal)) return true;
    if (column === columns[0] || numberedName.test(column.trim())) return false;
    return given.length > 0 && given.every((text) => /^-?\d+$/.test(text)) && !given.every(isYear);
  };
  const others = usable.filter((column) => !valueColumnName.test(column.trim()) && !isMeasure(column));
  const one =
    keys.find(distinct) ??
    // Whoever names a column so means it, and duplicates are shown row by row.
    keys[0] ??
    named.find(distinct) ??
    like.find(distinct) ??
    others.find(distinct);
  if (one !== undefined) return [one];
  const tried = [...new Set([...named, ...like, ...others])].slice(0, mostTried);
  for (const [at, first] of tried.entries()) {
    const second = tried.slice(at + 1).find((column) => isDistinct(first, column));
    if (second !== undefined) return [first, second];
  }
  const last = named[0] ?? like[0];
  if (last !== undefined) return [last];
  return inTemplates.length === 0 ? [] : [placeColumn];
}

function textsIn(records: readonly SourceRecord[], column: number): readonly string[] {
  return records.flatMap((record) => (record.kind === 'cells' ? [record.cells[column]?.text ?? ''] : []));
}

/** JSON objects and lists make no keys. */
function hasObjects(records: readonly SourceRecord[], column: number): boolean {
  return records.some((record) => {
    const cell = record.kind === 'cells' ? (record.cells[column] ?? null) : null;
    return cell !== null && (cell.isText ? isJsonObjectOrList(cell.text) : /^[{[]/.test(cell.text));
  });
}
