import type { ColumnChange, RowMapping } from '../domain/rowMapping.ts';
import type { SourceCell } from '../domain/uploadSource.ts';
import { cellAt, type Cells } from './cellPath.ts';
import { applySteps } from './cellSteps.ts';
import { findColumn } from './keyTemplate.ts';

/** Why changes of columns cannot be applied to a file. */
export type ChangeProblem =
  /** The file has no such column. */
  | { readonly kind: 'unknown-column'; readonly name: string }
  /** Two columns would have the same name. */
  | { readonly kind: 'name-taken'; readonly name: string };

/** The columns that keys and values are made of: those of the file as changed, and those that were added. */
export type ChangedColumns =
  | {
      readonly ok: true;
      readonly names: readonly string[];
      /** Reads a column of a record by its index in `names`. A cell that a step does not fit remains as it is, and is reported. */
      readonly read: (cells: Cells, column: number, unfit: () => void) => SourceCell | null;
    }
  | { readonly ok: false; readonly problem: ChangeProblem };

type ReadColumn = (cells: Cells, unfit: () => void) => SourceCell | null;

/** @param columns of the file */
export function changedColumns(
  changes: RowMapping['changes'] = [],
  columns: readonly string[],
): ChangedColumns {
  const names = [...columns];
  const changed = new Map<number, ReadColumn>();
  for (const change of changes) {
    const found = findColumn(change.from, columns);
    if (found === null) return { ok: false, problem: { kind: 'unknown-column', name: change.from } };
    const isInPlace = !change.keeps && found.path.length === 0 && !changed.has(found.column);
    const at = isInPlace ? found.column : names.length;
    names[at] = change.name;
    changed.set(at, readerOf(change, found));
  }
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) return { ok: false, problem: { kind: 'name-taken', name } };
    seen.add(name);
  }
  return {
    ok: true,
    names,
    read: (cells, column, unfit) => {
      const read = changed.get(column);
      return read === undefined ? (cells[column] ?? null) : read(cells, unfit);
    },
  };
}

/** The names of the columns after the changes; those of the file if the changes cannot be applied. */
export function namesOfChanged(
  { changes }: Pick<RowMapping, 'changes'>,
  columns: readonly string[],
): readonly string[] {
  const changed = changedColumns(changes, columns);
  return changed.ok ? changed.names : columns;
}

function readerOf(
  { steps }: ColumnChange,
  { column, path }: { readonly column: number; readonly path: readonly string[] },
): ReadColumn {
  return (cells, unfit) => {
    const cell = cells[column] ?? null;
    const found = cellAt(cell, path);
    const changed = found === 'unfit' ? found : applySteps(found, steps);
    if (changed !== 'unfit') return changed;
    unfit();
    return found === 'unfit' ? cell : found;
  };
}
