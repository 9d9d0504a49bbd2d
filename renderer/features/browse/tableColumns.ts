import type { KeySource } from '#shared/domain/catalogue.ts';
import type { ShownColumn } from '#shared/domain/browseLayout.ts';
import {
  isOfValues,
  type AtomColumn,
  type FieldColumn,
  type SortColumn,
} from '#shared/domain/catalogueQuery.ts';
import type { RowSort } from '../../state/browsePreferences.ts';
import type { GridColumn } from '../../ui/lists/VirtualGrid.tsx';

interface Column {
  /** Short, for the head of the column. */
  readonly header: string;
  /** For the menu of columns. */
  readonly name: string;
  /** In pixels, at least; the key takes the rest of the width. */
  readonly width: number;
  readonly isNumeric?: true;
}

const tableColumns: Readonly<Record<SortColumn, Column>> = {
  key: { header: 'Key', name: 'Key', width: 150 },
  version: { header: 'Ver.', name: 'Version', width: 48, isNumeric: true },
  leaf: { header: 'Leaf', name: 'Leaf index', width: 60, isNumeric: true },
  verdict: { header: 'Proof', name: 'Verdict', width: 54 },
  readAt: { header: 'Read', name: 'Last read', width: 82 },
  hash: { header: 'Hash', name: 'Hash', width: 104 },
  source: { header: 'Source', name: 'Source', width: 86 },
  firstSeenAt: { header: 'First seen', name: 'First seen', width: 96 },
  changedAt: { header: 'Changed', name: 'Last change seen', width: 96 },
  root: { header: 'Root', name: 'Root of last proof', width: 104 },
  treeSize: { header: 'Tree', name: 'Tree size of last proof', width: 72, isNumeric: true },
  value: { header: 'Value', name: 'Value', width: 120 },
};

/** The columns to hide in a narrow table, first to last; the others always stay. */
const leastNeeded: readonly AtomColumn[] = [
  'firstSeenAt',
  'changedAt',
  'source',
  'treeSize',
  'root',
  'hash',
  'readAt',
  'leaf',
  'version',
];

/** What a field of values needs at least, in pixels. */
const fieldWidth = 80;

export function columnName(column: AtomColumn): string {
  return isField(column) ? column : tableColumns[column].name;
}

/** The chosen columns that fit into a width in pixels. Fields are left out before values, and the last ones first. */
export function columnsThatFit(chosen: readonly ShownColumn[], width: number): readonly ShownColumn[] {
  const fields = chosen.map(({ name }) => name).filter(isField);
  let fitting = chosen;
  for (const column of [...leastNeeded, ...[...fields].reverse()]) {
    if (fitting.reduce((sum, shown) => sum + leastWidth(shown), 0) <= width) break;
    fitting = fitting.filter(({ name }) => name !== column);
  }
  return fitting;
}

/** Columns with text of any length can be cut, whatever width the user gave them. */
function leastWidth({ name, width }: ShownColumn): number {
  if (isField(name)) return fieldWidth;
  const least = tableColumns[name].width;
  return isStretched(name) ? least : (width ?? least);
}

function isStretched(name: AtomColumn): boolean {
  return name === 'key' || isOfValues(name);
}

export function gridColumns(columns: readonly ShownColumn[]): readonly GridColumn<AtomColumn>[] {
  return columns.map((column) => {
    const { name } = column;
    const { header, isNumeric }: Pick<Column, 'header' | 'isNumeric'> = isField(name)
      ? { header: name.replace(/^\$\.(?=.)/, '') }
      : tableColumns[name];
    return { name, header, isNumeric, isCentered: name === 'verdict', width: gridWidth(column) };
  });
}

function gridWidth(column: ShownColumn): string {
  const least = leastWidth(column);
  if (!isStretched(column.name)) return `${least}px`;
  if (column.width !== undefined) return `minmax(${Math.min(least, column.width)}px, ${column.width}px)`;
  const share = column.name === 'key' ? 1 : isField(column.name) ? 0.5 : 1.5;
  return `minmax(${least}px, ${share}fr)`;
}

function isField(column: AtomColumn): column is FieldColumn {
  return column.startsWith('$');
}

/** Adds a column or leaves it out. The key stays. The value comes after it, others come last. */
export function withColumn(
  shown: readonly ShownColumn[],
  name: AtomColumn,
  isShown: boolean,
): readonly ShownColumn[] {
  const others = shown.filter((column) => column.name !== name || name === 'key');
  if (!isShown || name === 'key') return others;
  if (name !== 'value') return [...others, { name }];
  const at = others.findIndex((column) => column.name === 'key') + 1;
  return [...others.slice(0, at), { name }, ...others.slice(at)];
}

/** Moves a column to the place of another. */
export function moveColumn(
  shown: readonly ShownColumn[],
  name: AtomColumn,
  to: AtomColumn,
): readonly ShownColumn[] {
  const at = shown.findIndex((column) => column.name === to);
  const moved = shown.find((column) => column.name === name);
  if (at === -1 || moved === undefined) return shown;
  const others = shown.filter((column) => column !== moved);
  return [...others.slice(0, at), moved, ...others.slice(at)];
}

/** @param width null for as wide as the column needs to be */
export function resizeColumn(
  shown: readonly ShownColumn[],
  name: AtomColumn,
  width: number | null,
): readonly ShownColumn[] {
  return shown.map((column) => (column.name === name ? { name, ...(width !== null && { width }) } : column));
}

/** The columns for the first time: those that were chosen for all connections, in their fixed order. */
export function firstColumns(names: readonly SortColumn[]): readonly ShownColumn[] {
  return names.map((name) => ({ name }));
}

export const sourceWords: Readonly<Record<KeySource, string>> = {
  recall: 'recall',
  prediction: 'prediction',
  lookup: 'lookup',
  write: 'stored',
  import: 'import',
};

/** The order after a click on the header of a column: times start with the newest. */
export function pressColumn(sort: RowSort, column: AtomColumn): RowSort {
  if (sort.column === column) {
    return { column, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' };
  }
  const isTime = column === 'readAt' || column === 'firstSeenAt' || column === 'changedAt';
  return { column, direction: isTime ? 'descending' : 'ascending' };
}
