import type { RowMapping, ValueMapping } from '#shared/domain/rowMapping.ts';
import { inBraces, parseTemplate } from '#shared/upload/keyTemplate.ts';
import { columnsOfTemplate } from '#shared/upload/usedColumns.ts';
import { applyMapping } from '#shared/upload/applyMapping.ts';

/** The three ways to make a value. */
export type ValueShape = 'column' | 'template' | 'object';

export function shapeOf(value: ValueMapping, columns: readonly string[]): ValueShape {
  if (value.kind === 'object') return 'object';
  return value.template === '' || soleColumn(value, columns) !== null ? 'column' : 'template';
}

/** The column, if the value is exactly one column; otherwise null. */
export function soleColumn(value: ValueMapping, columns: readonly string[]): string | null {
  if (value.kind === 'object') return null;
  const parsed = parseTemplate(value.template, columns);
  if (!parsed.ok) return null;
  const [only, second] = parsed.parts;
  return only?.kind === 'column' && only.path.length === 0 && second === undefined
    ? (columns[only.column] ?? null)
    : null;
}

/** Converts a value to another shape and keeps its columns as far as possible. */
export function reshape(value: ValueMapping, shape: ValueShape, columns: readonly string[]): ValueMapping {
  switch (shape) {
    case 'object': {
      const sole = soleColumn(value, columns);
      return { kind: 'object', columns: sole === null ? columns : [sole] };
    }
    case 'column': {
      const first = value.kind === 'object' ? value.columns[0] : soleColumn(value, columns);
      return { kind: 'template', template: first === undefined || first === null ? '' : inBraces(first) };
    }
    case 'template':
      return value.kind === 'template'
        ? value
        : { kind: 'template', template: value.columns.map(inBraces).join(' ') };
  }
}

/** Another key. Ticks of the columns of an object follow it as long as they are all but those of the key, as at the beginning. */
export function withKey(mapping: RowMapping, key: string, columns: readonly string[]): RowMapping {
  const { value } = mapping;
  if (value.kind !== 'object') return { ...mapping, key };
  const isUntouched = allButKey(mapping.key, columns).join('\n') === value.columns.join('\n');
  return { ...mapping, key, value: isUntouched ? { ...value, columns: allButKey(key, columns) } : value };
}

/** The columns that the template of a key does not contain. */
export function allButKey(key: string, columns: readonly string[]): readonly string[] {
  const own = new Set(columnsOfTemplate(key, columns));
  return columns.filter((column) => !own.has(column));
}

/** The initial mapping: the one applied before, or the one of the last file with these columns, if it fits; otherwise the suggestion. */
export function firstMapping(
  applied: RowMapping | null,
  remembered: RowMapping | null,
  suggested: RowMapping,
  columns: readonly string[],
): RowMapping {
  const fits = [applied, remembered].find((one) => one !== null && applyMapping(one, columns).ok);
  return fits ?? suggested;
}
