import { cellStep, type CellStep, type ColumnChange, type RowMapping } from '#shared/domain/rowMapping.ts';
import type { CellOfRow } from '#shared/domain/upload.ts';
import type { SourceCell, SourceSample } from '#shared/domain/uploadSource.ts';
import { cellAt, columnsWithPaths } from '#shared/upload/cellPath.ts';
import { applySteps, unfitStep } from '#shared/upload/cellSteps.ts';
import { changedColumns, namesOfChanged } from '#shared/upload/changedColumns.ts';
import { findColumn, parseTemplate, placeColumn, printTemplate } from '#shared/upload/keyTemplate.ts';
import { allButKey } from './valueShape.ts';

/**
 * The mapping with another change in place of number `at` (one more at the end); null removes it. The key and the value refer to renamed
 * columns by their new names. A new column becomes a property of an object that has all columns but those of the key.
 */
export function withChange(
  mapping: RowMapping,
  columns: readonly string[],
  at: number,
  change: ColumnChange | null,
): RowMapping {
  const before = mapping.changes ?? [];
  const after = [...before.slice(0, at), ...(change === null ? [] : [change]), ...before.slice(at + 1)];
  const names = namesOfChanged(mapping, columns);
  const isInPlace = ({ from, keeps }: ColumnChange): boolean => !keeps && columns.includes(from);
  const renamed = new Map<string, string>();
  const old = before[at];
  if (old !== undefined && isInPlace(old)) renamed.set(old.name, old.from);
  if (change !== null && isInPlace(change)) {
    const last = old !== undefined && isInPlace(old) && old.from === change.from ? old.name : change.from;
    renamed.set(last, change.name);
  }
  // What used an added column uses what it was made of.
  if (old !== undefined && !isInPlace(old)) renamed.set(old.name, change?.name ?? old.from);
  const newNames = names.map((name) => renamed.get(name) ?? name);
  const inTemplate = (template: string): string => {
    const parsed = parseTemplate(template, names);
    return parsed.ok ? printTemplate(parsed.parts, newNames) : template;
  };
  const changed = { ...mapping, key: inTemplate(mapping.key), changes: after };
  const { value } = mapping;
  if (value.kind === 'template')
    return { ...changed, value: { ...value, template: inTemplate(value.template) } };
  const isUntouched = allButKey(mapping.key, names).join('\n') === value.columns.join('\n');
  const left = namesOfChanged(changed, columns);
  const kept = [...new Set(value.columns.map((name) => renamed.get(name) ?? name))].filter((name) =>
    left.includes(name),
  );
  return {
    ...changed,
    value: { ...value, columns: isUntouched ? allButKey(changed.key, left) : kept },
  };
}

/** What a template can contain: first the columns as changed, then the number of the record, and the properties of JSON in the first records. */
export function withPathsLast(
  mapping: RowMapping,
  { columns, records }: Pick<SourceSample, 'columns' | 'records'>,
): readonly string[] {
  const names = namesOfChanged(mapping, columns);
  return [...new Set([...names, placeColumn, ...columnsWithPaths(names, records)])];
}

/** Cells of the first records before and after a change. */
export interface ChangedCell {
  readonly place: number;
  readonly before: string | null;
  /** `step` does not fit the cell; null if the cell has no properties. */
  readonly after:
    | { readonly fits: true; readonly text: string | null; readonly isText: boolean }
    | { readonly fits: false; readonly step: CellStep | null };
}

/** null if the file has no such column. */
export function previewChange(
  { columns, records }: Pick<SourceSample, 'columns' | 'records'>,
  { from, steps }: Pick<ColumnChange, 'from' | 'steps'>,
): readonly ChangedCell[] | null {
  const found = findColumn(from, columns);
  if (found === null) return null;
  // A step without its text is still being entered.
  const complete = steps.filter((step) => cellStep.safeParse(step).success);
  return records.flatMap((record): ChangedCell[] => {
    if (record.kind === 'unreadable') return [];
    const { place, cells } = record;
    const whole = cells[found.column] ?? null;
    const cell = cellAt(whole, found.path);
    if (cell === 'unfit') return [{ place, before: whole?.text ?? null, after: { fits: false, step: null } }];
    return [{ place, before: cell?.text ?? null, after: afterSteps(cell, complete) }];
  });
}

function afterSteps(cell: SourceCell | null, steps: readonly CellStep[]): ChangedCell['after'] {
  const after = applySteps(cell, steps);
  return after === 'unfit'
    ? { fits: false, step: unfitStep(cell, steps) }
    : { fits: true, text: after?.text ?? null, isText: after?.isText ?? true };
}

/** The changed columns of one row. */
export function changedCells(
  changes: readonly ColumnChange[],
  cells: readonly CellOfRow[],
): readonly { readonly change: ColumnChange; readonly after: ChangedCell['after'] }[] {
  const columns = cells.map(({ column }) => column);
  return changes.map((change) => {
    const found = findColumn(change.from, columns);
    const cell = found === null ? undefined : cells[found.column];
    const whole = cell === undefined || cell.text === null ? null : { text: cell.text, isText: cell.isText };
    const inside = cellAt(whole, found?.path ?? []);
    return {
      change,
      after: inside === 'unfit' ? { fits: false, step: null } : afterSteps(inside, change.steps),
    };
  });
}

/** Properties such as `name.common` that the mapping uses, and that none of the first records has: probably misspelled. */
export function unknownProperties(
  { columns, records }: Pick<SourceSample, 'columns' | 'records'>,
  mapping: RowMapping,
): readonly string[] {
  const changed = changedColumns(mapping.changes, columns);
  if (!changed.ok) return [];
  const templates = [mapping.key, ...(mapping.value.kind === 'template' ? [mapping.value.template] : [])];
  const parts = templates.flatMap((template) => {
    const parsed = parseTemplate(template, changed.names);
    return parsed.ok ? parsed.parts : [];
  });
  const missing = parts.flatMap((part) => {
    if (part.kind !== 'column' || part.path.length === 0) return [];
    const isSomewhere = records.some((record) => {
      if (record.kind !== 'cells') return false;
      const cell = cellAt(
        changed.read(record.cells, part.column, () => undefined),
        part.path,
      );
      return cell !== null && cell !== 'unfit';
    });
    return isSomewhere ? [] : [[changed.names[part.column] ?? '', ...part.path].join('.')];
  });
  return [...new Set([...missingSources(mapping, { columns, records }), ...missing])];
}

/** Properties that columns are made of, and that none of the first records has. */
function missingSources(
  { changes = [] }: RowMapping,
  { columns, records }: Pick<SourceSample, 'columns' | 'records'>,
): readonly string[] {
  return changes.flatMap(({ from }) => {
    const found = findColumn(from, columns);
    if (found === null || found.path.length === 0) return [];
    const isSomewhere = records.some((record) => {
      if (record.kind !== 'cells') return false;
      const cell = cellAt(record.cells[found.column] ?? null, found.path);
      return cell !== null && cell !== 'unfit';
    });
    return isSomewhere ? [] : [from];
  });
}
