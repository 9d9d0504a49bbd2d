import type { RowMapping } from '../domain/rowMapping.ts';
import type { SourceRecord } from '../domain/uploadSource.ts';
import { isJsonObjectOrList } from '../text/jsonLike.ts';
import { isAppExport } from '../text/exportColumns.ts';
import { keyColumnName, looksLikeKey, valueColumnName } from './columnNames.ts';
import { inBraces, parseTemplate } from './keyTemplate.ts';

/**
 * Suggests a mapping. The key is the column named `key`; otherwise a column without duplicates: one with a name like a
 * key, one with cells like keys, or the first one. A column with duplicates is used only if every column has some. The
 * value is the column with such a name, or the remaining columns. A template without a suitable column is empty, and the
 * user writes it: for example, an export of keys without values must not lead to storing their hashes.
 */
export function suggestMapping(columns: readonly string[], records: readonly SourceRecord[]): RowMapping {
  const usable = columns.filter((column) => parseTemplate(inBraces(column), columns).ok);
  const keyLike = usable.filter((column) => !hasObjects(records, columns.indexOf(column)));
  const named = keyLike.filter((column) => keyColumnName.test(column.trim()));
  const key = likelyKey(columns, keyLike, named, records) ?? null;
  const value = usable.find((column) => column !== key && valueColumnName.test(column.trim())) ?? null;
  const others = columns.filter((column) => column !== key);
  const [only, second] = others;
  const isMany = second !== undefined || (only !== undefined && !usable.includes(only));
  const template = { key: key === null ? '' : inBraces(key), trimKeys: false };
  if (value !== null) return { ...template, value: { kind: 'template', template: inBraces(value) } };
  if (only === undefined || isAppExport(columns))
    return { ...template, value: { kind: 'template', template: '' } };
  return isMany
    ? { ...template, value: { kind: 'object', columns: others } }
    : { ...template, value: { kind: 'template', template: inBraces(only) } };
}

/** JSON objects and lists make no keys. */
function hasObjects(records: readonly SourceRecord[], column: number): boolean {
  return records.some((record) => {
    const cell = record.kind === 'cells' ? (record.cells[column] ?? null) : null;
    return cell !== null && (cell.isText ? isJsonObjectOrList(cell.text) : /^[{[]/.test(cell.text));
  });
}

function likelyKey(
  columns: readonly string[],
  usable: readonly string[],
  named: readonly string[],
  records: readonly SourceRecord[],
): string | undefined {
  const textsOf = (column: string): readonly string[] => {
    const at = columns.indexOf(column);
    return records.flatMap((record) => (record.kind === 'cells' ? [record.cells[at]?.text ?? ''] : []));
  };
  const like = usable.filter((column) => {
    const texts = textsOf(column);
    return texts.filter(looksLikeKey).length > texts.length / 2;
  });
  const distinct = (column: string): boolean => {
    const texts = textsOf(column);
    return new Set(texts).size === texts.length && !texts.includes('');
  };
  const keys = named.filter((column) => /key/i.test(column));
  const others = usable.filter((column) => !valueColumnName.test(column.trim()));
  return (
    keys.find(distinct) ??
    // Whoever names a column so means it, and duplicates are shown row by row.
    keys[0] ??
    named.find(distinct) ??
    like.find(distinct) ??
    others.find(distinct) ??
    named[0] ??
    like[0] ??
    usable.find(distinct) ??
    usable[0]
  );
}
