import {
  memo,
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { rowAfterKey } from '../listMove.ts';
import { useLatest } from '../useLatest.ts';
import { GridHeader, type ColumnChanges, type ColumnSort, type GridColumn } from './GridHeader.tsx';
import classes from './rows.module.css';
import { rowOf, useVirtualRows, type VirtualRowsProps } from './useVirtualRows.ts';
import { rowAttributes, VirtualFrame, type RowPlacing } from './VirtualFrame.tsx';

export type { GridColumn } from './GridHeader.tsx';

/** How a row is chosen: alone, added or removed, as the end of a range, or without selecting it. */
export type RowChoice = 'only' | 'toggle' | 'range' | 'move';

interface HowChosen {
  /** By a key that moves, perhaps on the way to another row. */
  readonly passed: boolean;
  /** Whether no other row has been chosen since: ask after waiting for something. */
  readonly isLatest: () => boolean;
}

/** What the cells of a grid show. */
export interface GridCells<Row, Name extends string> {
  /** Where rows are read again often, the same function each time: then only rows that changed are drawn again. */
  readonly renderCell: (row: Row, column: Name, index: number) => ReactNode;
  readonly cellTitle?: ((row: Row, column: Name) => string | undefined) | undefined;
}

interface VirtualGridProps<Row, Name extends string> extends VirtualRowsProps<Row>, GridCells<Row, Name> {
  readonly columns: readonly GridColumn<Name>[];
  /** `false`: the columns have no header. */
  readonly hasHeader?: boolean;
  /** In pixels. Default: 30. */
  readonly rowHeight?: number;
  /** Index of the row that the keys act on; -1 for none. */
  readonly active: number;
  /** Default: the active row is the selected one. */
  readonly isSelected?: (row: Row, index: number) => boolean;
  readonly onChoose: (index: number, choice: RowChoice, how: HowChosen) => void;
  /** Present where several rows can be selected, with Shift, Ctrl, and Space. */
  readonly onSelectAll?: (() => void) | undefined;
  readonly onSelectNone?: () => void;
  /** By Enter, or by a double or middle click. `column`: of the cell with the double click. */
  readonly onOpen?: (row: Row, index: number, by: 'key' | 'pointer', column: string | null) => void;
  readonly sort?: ColumnSort<Name> | null;
  /** Present where a click on a header sorts. */
  readonly onSort?: (column: Name) => void;
  /** Present where columns can be moved, and made wider and narrower. */
  readonly onColumns?: ColumnChanges<Name> | undefined;
  /** Keys beyond the grid's own. It comes first, and prevents the default of those that it takes. */
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>, index: number) => void;
  /** The keys of `onKeyDown`, for screen readers: “F2”. */
  readonly keyShortcuts?: string | undefined;
  readonly onMenu?: (index: number) => void;
}

const headerHeight = 27;

/**
 * A table of any length: one tab stop; arrows, Page Up and Down, Home and End move; Enter opens.
 *
 * ```tsx
 * <VirtualGrid
 *   label="Atoms"
 *   rows={window.rows}
 *   see={window.see}
 *   columns={[{ name: 'key', header: 'Key' }, { name: 'version', header: 'Ver.', width: '48px', isNumeric: true }]}
 *   active={active}
 *   onChoose={setActive}
 *   renderCell={(atom, column) => (column === 'key' ? <KeyText atomKey={atom.key} /> : atom.version)}
 * />
 * ```
 */
export function VirtualGrid<Row, Name extends string>(props: VirtualGridProps<Row, Name>) {
  const { rows, columns, hasHeader = true, rowHeight = 30, onChoose, onSelectAll } = props;
  const id = useId();
  const virtual = useVirtualRows({
    ...props,
    rowHeight,
    headerHeight: hasHeader ? headerHeight : 0,
  });
  const { count } = virtual;
  const active = count === 0 ? -1 : Math.min(props.active, count - 1);
  const isMulti = onSelectAll !== undefined;
  const before = hasHeader ? 1 : 0;

  /** The row last chosen: further keys go on from it while it has not arrived yet. */
  const latest = useRef(-1);
  useEffect(() => {
    latest.current = props.active;
  }, [props.active]);
  const choose = (index: number, choice: RowChoice, passed: boolean): void => {
    latest.current = index;
    onChoose(index, isMulti ? choice : 'only', { passed, isLatest: () => latest.current === index });
  };
  const open = (index: number, by: 'key' | 'pointer', column: string | null = null): void => {
    const row = rowOf(rows, index);
    if (row !== undefined) props.onOpen?.(row, index, by, column);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    props.onKeyDown?.(event, active);
    const hasModifier = event.ctrlKey || event.metaKey;
    if (event.defaultPrevented || count === 0 || event.altKey || (hasModifier && !isMulti)) return;
    // They go through tabs.
    if (hasModifier && event.key.startsWith('Page')) return;
    const to = rowAfterKey(event.key, latest.current, { count, page: virtual.page() });
    if (to !== null) {
      virtual.scrollTo(to);
      choose(to, event.shiftKey ? 'range' : hasModifier ? 'move' : 'only', true);
    } else if (event.key === 'Enter' && !hasModifier) open(Math.max(0, active), 'key');
    else if (event.key === ' ' && isMulti) choose(Math.max(0, active), 'toggle', false);
    else if (event.key.toLowerCase() === 'a' && hasModifier) onSelectAll?.();
    else {
      if (event.key === 'Escape') props.onSelectNone?.();
      return;
    }
    event.preventDefault();
  };
  const onClick = (event: MouseEvent, index: number): void =>
    choose(index, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'only', false);

  const latestClick = useLatest(onClick);
  const latestOpen = useLatest(open);
  const sortBy = useLatest((column: Name) => props.onSort?.(column));
  const latestSort = props.onSort && sortBy;
  /** While a column is made wider or narrower by the pointer. */
  const [draft, setDraft] = useState<{ readonly name: Name; readonly width: number } | null>(null);

  return (
    <VirtualFrame
      virtual={virtual}
      handle={props.ref}
      id={id}
      role="grid"
      label={props.label}
      active={active}
      aria={{
        'aria-rowcount': count + before,
        'aria-multiselectable': isMulti || undefined,
        'aria-keyshortcuts': props.keyShortcuts,
      }}
      className={props.className}
      rowClassName={`${classes.columns ?? ''} ${props.rowClassName ?? ''}`}
      style={{
        '--columns': columns
          .map(({ name, width = 'minmax(0, 1fr)' }) => (draft?.name === name ? `${draft.width}px` : width))
          .join(' '),
      }}
      onKeyDown={onKeyDown}
      onMenu={props.onMenu}
      header={
        hasHeader && (
          <GridHeader
            columns={columns}
            sort={props.sort}
            onSort={latestSort}
            onColumns={props.onColumns}
            onDraft={setDraft}
          />
        )
      }
      renderRow={(placing) => {
        const { index } = placing;
        const row = rowOf(rows, index);
        return (
          <GridRow
            key={index}
            {...placing}
            row={row}
            rowIndex={index + 1 + before}
            isSelected={row !== undefined && (props.isSelected?.(row, index) ?? index === active)}
            columns={columns}
            rowData={props.rowData}
            cellTitle={props.cellTitle}
            renderCell={props.renderCell}
            onClick={latestClick}
            onOpen={latestOpen}
          />
        );
      }}
    />
  );
}

interface GridRowProps<Row, Name extends string>
  extends RowPlacing, Pick<VirtualGridProps<Row, Name>, 'columns' | 'renderCell'> {
  /** undefined: it has not arrived yet. */
  readonly row: Row | undefined;
  /** From 1, with the header. */
  readonly rowIndex: number;
  readonly isSelected: boolean;
  readonly rowData: VirtualGridProps<Row, Name>['rowData'] | undefined;
  readonly cellTitle: VirtualGridProps<Row, Name>['cellTitle'] | undefined;
  readonly onClick: (event: MouseEvent, index: number) => void;
  readonly onOpen: (index: number, by: 'pointer', column: string | null) => void;
}

// Most of a table stays as it is when it is rendered again.
const GridRow = memo(GridRowView) as typeof GridRowView;

function GridRowView<Row, Name extends string>(props: GridRowProps<Row, Name>) {
  const { row, index, columns, onClick, onOpen } = props;
  return (
    <div
      {...rowAttributes(props)}
      {...(row !== undefined && props.rowData?.(row, index))}
      role="row"
      aria-rowindex={props.rowIndex}
      aria-selected={props.isSelected}
      onClick={(event) => onClick(event, index)}
      onDoubleClick={({ target }) => {
        const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
        onOpen(index, 'pointer', cell?.dataset['column'] ?? null);
      }}
      onAuxClick={(event) => {
        if (event.button === 1) onOpen(index, 'pointer', null);
      }}
    >
      {row === undefined ? (
        <span role="gridcell" aria-label="Loading">
          <span className={classes.pending} />
        </span>
      ) : (
        columns.map(({ name, isNumeric, isCentered }) => (
          <span
            key={name}
            role="gridcell"
            className={classes.cell}
            data-column={name}
            data-numeric={isNumeric || undefined}
            data-centered={isCentered || undefined}
            title={props.cellTitle?.(row, name)}
          >
            {props.renderCell(row, name, index)}
          </span>
        ))
      )}
    </div>
  );
}
