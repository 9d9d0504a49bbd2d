import type { KeySource } from '#shared/domain/catalogue.ts';
import type { SortColumn } from '#shared/domain/catalogueQuery.ts';
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

export const tableColumns: Readonly<Record<SortColumn, Column>> = {
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
};

/** The columns to hide in a narrow table, first to last; key and verdict always stay. */
const leastNeeded: readonly SortColumn[] = [
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

/** The chosen columns that fit into a width in pixels. */
export function columnsThatFit(chosen: readonly SortColumn[], width: number): readonly SortColumn[] {
  let fitting = chosen;
  for (const column of leastNeeded) {
    if (widthOf(fitting) <= width) break;
    fitting = fitting.filter((other) => other !== column);
  }
  return fitting;
}

function widthOf(columns: readonly SortColumn[]): number {
  return columns.reduce((sum, column) => sum + tableColumns[column].width, 0);
}

export function gridColumns(columns: readonly SortColumn[]): readonly GridColumn<SortColumn>[] {
  return columns.map((name) => {
    const { header, width, isNumeric } = tableColumns[name];
    return {
      name,
      header,
      isNumeric,
      isCentered: name === 'verdict',
      ...(name !== 'key' && { width: `${width}px` }),
    };
  });
}

export const sourceWords: Readonly<Record<KeySource, string>> = {
  recall: 'recall',
  prediction: 'prediction',
  lookup: 'lookup',
  write: 'stored',
  import: 'import',
};

/** The order after a click on the header of a column: times start with the newest. */
export function pressColumn(sort: RowSort, column: SortColumn): RowSort {
  if (sort.column === column) {
    return { column, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' };
  }
  const isTime = column === 'readAt' || column === 'firstSeenAt' || column === 'changedAt';
  return { column, direction: isTime ? 'descending' : 'ascending' };
}
