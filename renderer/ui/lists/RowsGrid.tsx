import { useViewportSize } from '@mantine/hooks';
import { useEffect, useEffectEvent, useMemo, useRef, type KeyboardEvent } from 'react';
import type { ShownRows } from '../../api/rowWindow.ts';
import { copyAndSay } from '../copyAndSay.ts';
import { useFollowedRow } from '../useFollowedRow.ts';
import { useColumnWidths } from './columnWidths.ts';
import type { ColumnSort } from './GridHeader.tsx';
import { RowsView } from './RowsView.tsx';
import type { ListHandle, VirtualRowsProps } from './useVirtualRows.ts';
import { VirtualGrid, type GridColumn, type GridCells } from './VirtualGrid.tsx';

export interface RowsColumn<Name extends string> extends GridColumn<Name> {
  /** The column is only in the details while the window is narrower than this, in pixels. */
  readonly leastWindow?: number;
  /** The order after the first click on the header. Absent: the rows cannot be sorted by this column. */
  readonly sorts?: ColumnSort<Name>['direction'];
}

interface RowsGridProps<Query, Row, Name extends string> extends GridCells<Row, Name> {
  readonly label: string;
  /** The widths of columns are remembered under this name. */
  readonly name: string;
  /** The current query; the rows may still belong to an earlier one. */
  readonly query: Query;
  readonly window: {
    readonly rows: ShownRows<Query, Row>;
    readonly see: NonNullable<VirtualRowsProps<Row>['see']>;
    readonly retry: () => void;
  };
  /** What of the query makes another list, which starts at its top. */
  readonly list: unknown;
  readonly columns: readonly RowsColumn<Name>[];
  /** Shown if the query has no rows. */
  readonly empty: string;
  readonly nameOf: (row: Row) => string;
  /** Row index of a name; -1 for none. */
  readonly locate: (query: Query, name: string) => Promise<number>;
  /** The name of the row in the details; null for none. */
  readonly selected: string | null;
  /** Called with the selected row, once it has arrived and whenever it changes. */
  readonly onSelect?: (row: Row, index: number) => void;
  /** A row to select and scroll to; a new object each time. */
  readonly revealed?: { readonly key: string } | null;
  /** By a click, where there are no details to show. */
  readonly onClick?: (row: Row) => void;
  /** By Enter, or by a double or middle click. */
  readonly onOpen?: (row: Row) => void;
  readonly sort?: ColumnSort<Name> | null;
  readonly onSort?: (sort: ColumnSort<Name>) => void;
  /** What Ctrl+C copies of a row. */
  readonly copyOf: (row: Row) => string;
}

/**
 * The list of a list with details: a table of a row window, whose selected row is followed while rows are added, sorted,
 * and filtered. Headers sort and change their widths, Enter opens, and Ctrl+C copies.
 *
 * ```tsx
 * <RowsGrid
 *   label="Roots"
 *   name="roots"
 *   query={query}
 *   window={useLedgerRows(query, revision)}
 *   list={filter}
 *   columns={[{ name: 'root', header: 'Root' }, { name: 'lastSeenAt', header: 'Last seen', leastWindow: 1_300 }]}
 *   empty="No root matches."
 *   nameOf={({ rootHash }) => rootHash}
 *   locate={locateRoot}
 *   selected={selected}
 *   onSelect={({ rootHash }) => select(rootHash)}
 *   copyOf={({ rootHash }) => rootHash}
 *   renderCell={(root, column) => cellOf(root, column)}
 * />
 * ```
 */
export function RowsGrid<Query, Row, Name extends string>(props: RowsGridProps<Query, Row, Name>) {
  const { query, window, nameOf, selected, sort = null, onSort, copyOf } = props;
  const { rows, see } = window;
  const grid = useRef<ListHandle>(null);
  const place = useFollowedRow({
    query,
    rows,
    first: selected,
    nameOf,
    locate: props.locate,
    onFound: (index) => grid.current?.scrollTo(index),
    revealed: props.revealed ?? null,
  });
  const row = rows.rowAt(place.index);
  /** A row was chosen that has not arrived yet. */
  const isAwaited = useRef(false);
  const tell = useEffectEvent((found: Row, name: string | null) => {
    if (nameOf(found) !== name || (!isAwaited.current && name !== selected)) return;
    isAwaited.current = false;
    props.onSelect?.(found, place.index);
  });
  useEffect(() => {
    if (row !== undefined) tell(row, place.name);
  }, [row, place.name]);

  const { width: windowWidth } = useViewportSize();
  const [widths, resize] = useColumnWidths(props.name);
  const columns = useMemo(
    () =>
      props.columns
        .filter(({ leastWindow = 0 }) => windowWidth >= leastWindow)
        .map((column) => {
          const width = widths[column.name];
          return {
            ...column,
            isUnsorted: onSort === undefined || column.sorts === undefined,
            ...(width !== undefined && { width: `minmax(30px, ${width}px)` }),
          };
        }),
    [props.columns, windowWidth, widths, onSort],
  );
  const columnChanges = useMemo(() => ({ resize }), [resize]);
  const sortBy = (column: Name): void => {
    const first = props.columns.find(({ name }) => name === column)?.sorts;
    if (first === undefined) return;
    const other = sort?.direction === 'ascending' ? 'descending' : 'ascending';
    onSort?.({ column, direction: sort?.column === column ? other : first });
  };
  const copy = (event: KeyboardEvent, index: number): void => {
    const copied = rows.rowAt(index);
    if (event.key.toLowerCase() !== 'c' || !(event.ctrlKey || event.metaKey) || copied === undefined) return;
    // Text that is selected, such as in the details, is what the user means.
    if (document.getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    copyAndSay(copyOf(copied));
  };
  return (
    <RowsView query={query} window={window} empty={props.empty}>
      <VirtualGrid
        ref={grid}
        label={props.label}
        rows={rows}
        see={see}
        listName={JSON.stringify(props.list)}
        columns={columns}
        active={place.index}
        sort={sort}
        {...(onSort && { onSort: sortBy })}
        onColumns={columnChanges}
        onChoose={(index, _, { passed }) => {
          const chosen = rows.rowAt(index);
          place.put(chosen === undefined ? null : nameOf(chosen), index);
          isAwaited.current = chosen === undefined;
          if (chosen === undefined) return;
          props.onSelect?.(chosen, index);
          if (!passed) props.onClick?.(chosen);
        }}
        {...(props.onOpen && { onOpen: props.onOpen })}
        onKeyDown={copy}
        keyShortcuts="Control+C"
        cellTitle={props.cellTitle}
        renderCell={props.renderCell}
      />
    </RowsView>
  );
}
