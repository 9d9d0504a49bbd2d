import type { RowMapping } from '../domain/rowMapping.ts';
import { namesOfChanged } from './changedColumns.ts';
import { findColumn, parseTemplate } from './keyTemplate.ts';

/** Columns that a template contains, and properties such as `name.common`; none if it is not valid. */
export function columnsOfTemplate(template: string, columns: readonly string[]): readonly string[] {
  const parsed = parseTemplate(template, columns);
  if (!parsed.ok) return [];
  return parsed.parts.flatMap((part) =>
    part.kind === 'column' ? [[columns[part.column] ?? '', ...part.path].join('.')] : [],
  );
}

/** Columns that values are made of, in the order of the mapping. @param columns of the file */
export function valueColumns(mapping: RowMapping, columns: readonly string[]): readonly string[] {
  const { value } = mapping;
  return value.kind === 'object'
    ? value.columns
    : columnsOfTemplate(value.template, namesOfChanged(mapping, columns));
}

/**
 * Columns of a file of which a mapping stores nothing, in the order of the file. One of which it stores only some properties is
 * `name (other properties)`.
 */
export function unusedColumns(mapping: RowMapping, columns: readonly string[]): readonly string[] {
  const names = namesOfChanged(mapping, columns);
  const whole = new Set<number>();
  const inPart = new Set<number>();
  const use = (name: string, among: readonly string[]): void => {
    const found = findColumn(name, among);
    if (found === null) return;
    (found.path.length === 0 ? whole : inPart).add(found.column);
  };
  for (const name of [...columnsOfTemplate(mapping.key, names), ...valueColumns(mapping, columns)]) {
    const change = mapping.changes?.find((one) => one.name === name);
    use(change?.from ?? name, change === undefined ? names : columns);
  }
  return columns.flatMap((column, at) => {
    if (whole.has(at)) return [];
    return [inPart.has(at) ? `${column} (other properties)` : column];
  });
}
