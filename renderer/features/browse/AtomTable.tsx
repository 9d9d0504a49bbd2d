import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useId,
  useMemo,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { AtomsQuery, RowWindow, SortColumn } from '#shared/domain/catalogueQuery.ts';
import { keysOfRows, type RowWindowView } from '../../api/catalogueRows.ts';
import { unwrap } from '../../api/unwrap.ts';
import { isSelected, type RowSelection } from '../../state/rowSelection.ts';
import { AtomTableRow } from './AtomTableRow.tsx';
import classes from './AtomTable.module.css';
import { openRowMenu } from './contextMenu.ts';
import { rowsInSightAnd } from '../../ui/keptRow.ts';
import { rowAfterKey, rowsOfPage } from '../../ui/listMove.ts';
import { columnTemplate, tableColumns } from './tableColumns.ts';
import { useFollowedRow } from '../../ui/useFollowedRow.ts';
import { useSteadyRows } from '../../ui/useSteadyRows.ts';

/** How a row was come upon: alone, added to the others, as the end of a stretch, or only as the place to go on from. */
export type RowChoice = 'only' | 'toggle' | 'stretch' | 'move';

interface AtomTableProps {
  readonly query: AtomsQuery;
  readonly window: RowWindowView<AtomsQuery, CatalogueEntry>;
  readonly columns: readonly SortColumn[];
  readonly selection: RowSelection;
  readonly cursor: string | null;
  readonly anchor: string | null;
  readonly revealed: { readonly key: string; readonly count: number } | null;
  /** Epoch milliseconds, for `5 min ago`. */
  readonly now: number;
  readonly onSort: (column: SortColumn) => void;
  /** `stretch`: the keys from the anchor to the row. `passed`: by an arrow key, on the way to somewhere. */
  readonly onChoose: (
    key: string,
    choice: RowChoice,
    how: { readonly stretch: readonly string[]; readonly passed: boolean },
  ) => void;
  readonly onSelectAll: () => void;
  readonly onSelectNone: () => void;
  readonly onKeep: (key: string) => void;
  readonly onMenu: (entry: CatalogueEntry) => void;
  /** The rows in sight, whenever others are. */
  readonly onSight: (sight: RowWindow) => void;
}

const rowHeight = 30;
/** What stands above the first row within what scrolls: the header, which stays in sight, and a gap. */
const headerHeight = 27;
const firstRowTop = headerHeight + 4;
const overscan = 10;

/** The atoms below a path: one tab stop, arrows select, Shift and Ctrl select many. Only rows in sight exist. */
export function AtomTable(props: AtomTableProps) {
  const { query, columns, selection, cursor, revealed, now, onSort, onSight } = props;
  const { rows, see } = props.window;
  const tableId = useId();
  const gridRef = useRef<HTMLDivElement>(null);
  const place = useFollowedRow({
    query,
    rows,
    first: cursor,
    nameOf: (entry) => entry.key,
    locate,
    onFound: (index) => virtualizer.scrollToIndex(index),
  });
  /** The row that the keys act on; the first, before any was come upon. */
  const activeIndex = rows.total === 0 ? -1 : Math.max(0, place.index);
  const rangeExtractor = useMemo(() => rowsInSightAnd(activeIndex), [activeIndex]);
  const virtualizer = useVirtualizer({
    count: rows.total,
    getScrollElement: () => gridRef.current,
    estimateSize: () => rowHeight,
    overscan,
    rangeExtractor,
    // What is brought into sight shows its neighbours too.
    scrollMargin: firstRowTop,
    scrollPaddingStart: headerHeight + 2 * rowHeight,
    scrollPaddingEnd: 2 * rowHeight,
  });
  useSteadyRows(gridRef, rows.moved * rowHeight);
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  useEffect(() =>
    see({ from: Math.max(0, startIndex - overscan), to: endIndex + overscan + 1, first: startIndex }),
  );
  useEffect(() => onSight({ from: startIndex, to: endIndex + 1 }), [onSight, startIndex, endIndex, rows]);

  // Another path, filter or order is another list: it is looked at from its beginning.
  const { filter, delimiter, path, sort } = query;
  const listName = JSON.stringify([filter, delimiter, path, sort]);
  useEffect(() => virtualizer.scrollToOffset(0), [virtualizer, listName]);
  const find = useRef(place.find);
  useEffect(() => {
    find.current = place.find;
  });
  useEffect(() => {
    if (revealed !== null) find.current(revealed.key);
  }, [revealed]);

  /** Where the cursor is going: further presses go on from there while the row is still on its way. */
  const goingTo = useRef(-1);
  useEffect(() => {
    goingTo.current = place.index;
  }, [place.index]);

  const choose = async (index: number, choice: RowChoice, passed: boolean): Promise<void> => {
    goingTo.current = index;
    const anchor = choice === 'stretch' ? await anchorIndex(query, props.anchor ?? cursor) : index;
    const stretch =
      choice === 'stretch'
        ? await keysOfRows(query, { from: Math.min(anchor, index), to: Math.max(anchor, index) + 1 })
        : [];
    const entry = rows.query === query ? rows.rowAt(index) : undefined;
    const key = entry?.key ?? (await keysOfRows(query, { from: index, to: index + 1 }))[0];
    // Overtaken by a later press.
    if (key === undefined || goingTo.current !== index) return;
    place.put(key, index);
    props.onChoose(key, choice, { stretch, passed });
  };
  const go = (index: number, choice: RowChoice, passed: boolean): void => {
    if (rows.total === 0) return;
    const to = Math.max(0, Math.min(index, rows.total - 1));
    virtualizer.scrollToIndex(to);
    // What cannot be asked for is said where the rows are.
    choose(to, choice, passed).catch(() => undefined);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget) return;
    if (openRowMenu(event, `${tableId}-${activeIndex}`)) return;
    const at = goingTo.current;
    const page = rowsOfPage(gridRef.current, rowHeight, headerHeight);
    const hasModifier = event.ctrlKey || event.metaKey;
    const to = rowAfterKey(event.key, at, { count: rows.total, page });
    if (to !== null && !event.altKey) {
      event.preventDefault();
      go(to, event.shiftKey ? 'stretch' : hasModifier ? 'move' : 'only', true);
    } else if (event.key.toLowerCase() === 'a' && hasModifier) {
      event.preventDefault();
      props.onSelectAll();
    } else if (event.key === 'Escape') {
      props.onSelectNone();
    } else if (event.key === ' ') {
      event.preventDefault();
      go(activeIndex, 'toggle', false);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (cursor !== null && at !== -1) props.onKeep(cursor);
      else go(activeIndex, 'only', false);
    }
  };
  const onRowClick = (event: MouseEvent, index: number): void => {
    const choice = event.shiftKey ? 'stretch' : event.ctrlKey || event.metaKey ? 'toggle' : 'only';
    choose(index, choice, false).catch(() => undefined);
  };

  const style: CSSProperties & Record<'--columns', string> = { '--columns': columnTemplate(columns) };
  return (
    <div
      ref={gridRef}
      className={classes.grid}
      role="grid"
      aria-label="Atoms"
      aria-multiselectable
      aria-rowcount={rows.total + 1}
      aria-activedescendant={activeIndex === -1 ? undefined : `${tableId}-${activeIndex}`}
      tabIndex={0}
      style={style}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => {
        const index = indexUnder(event.target);
        const entry = index === null ? undefined : rows.rowAt(index);
        if (entry === undefined || index === null) event.preventDefault();
        else {
          if (!isSelected(selection, entry.key)) choose(index, 'only', false).catch(() => undefined);
          props.onMenu(entry);
        }
      }}
    >
      <div role="rowgroup" className={classes.head}>
        <div role="row" className={classes.columns} aria-rowindex={1}>
          {columns.map((column) => (
            <div
              key={column}
              role="columnheader"
              data-column={column}
              aria-sort={sort.column === column ? sort.direction : 'none'}
            >
              <UnstyledButton
                className={classes.header ?? ''}
                data-numeric={tableColumns[column].isNumeric}
                onClick={() => onSort(column)}
              >
                {tableColumns[column].header}
                {sort.column === column && <SortArrow direction={sort.direction} />}
              </UnstyledButton>
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className={classes.body}>
        <div role="presentation" className={classes.spacer} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const entry = rows.rowAt(index);
            return (
              <AtomTableRow
                key={index}
                id={`${tableId}-${index}`}
                index={index}
                entry={entry}
                columns={columns}
                query={query}
                now={now}
                top={start - firstRowTop}
                isSelected={entry !== undefined && isSelected(selection, entry.key)}
                isActive={index === activeIndex}
                onClick={(event) => onRowClick(event, index)}
                onKeep={() => {
                  if (entry !== undefined) props.onKeep(entry.key);
                }}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

async function locate(query: AtomsQuery, key: string): Promise<number> {
  return (await unwrap(window.atomExplorer.locateInAtoms({ query, key }))).index;
}

/** Where a stretch begins; at the first row where its beginning is no longer there. */
async function anchorIndex(query: AtomsQuery, anchor: string | null): Promise<number> {
  return anchor === null ? 0 : Math.max(0, await locate(query, anchor));
}

/** The row that an event happened in. */
function indexUnder(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row === null ? null : Number(row.dataset['index']);
}

function SortArrow({ direction }: Pick<AtomsQuery['sort'], 'direction'>) {
  const Icon = direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return <Icon size={11} aria-hidden />;
}
