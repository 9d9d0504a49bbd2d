import type { RowMapping } from '../domain/uploadSource.ts';
import { parseTemplate } from './keyTemplate.ts';

/** Columns that a template contains; none if it is not valid. */
export function columnsOfTemplate(template: string, columns: readonly string[]): readonly string[] {
  const parsed = parseTemplate(template, columns);
  if (!parsed.ok) return [];
  return parsed.parts.flatMap((part) => (part.kind === 'column' ? [columns[part.column] ?? ''] : []));
}

/** Columns that values are made of, in the order of the mapping. */
export function valueColumns({ value }: RowMapping, columns: readonly string[]): readonly string[] {
  return value.kind === 'object' ? value.columns : columnsOfTemplate(value.template, columns);
}

/** Columns of a file of which a mapping stores nothing, in the order of the file. */
export function unusedColumns(mapping: RowMapping, columns: readonly string[]): readonly string[] {
  const used = new Set([...columnsOfTemplate(mapping.key, columns), ...valueColumns(mapping, columns)]);
  return columns.filter((column) => !used.has(column));
}
