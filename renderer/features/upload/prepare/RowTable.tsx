import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import type { UploadRow } from '#shared/domain/upload.ts';
import { countWords } from '#shared/text/sizes.ts';
import type { RowWindowView } from '../../../api/catalogueRows.ts';
import { locateUploadRow, uploadRowsOf, type UploadListQuery } from '../../../api/uploads.ts';
import type { RowsChosen } from '../../../state/uploadStore.ts';
import { visibleRowsAnd } from '../../../ui/keptRow.ts';
import { rowAfterKey, rowsOfPage } from '../../../ui/listMove.ts';
import { useFollowedRow } from '../../../ui/useFollowedRow.ts';
import { useSteadyRows } from '../../../ui/useSteadyRows.ts';
import { isChosen } from './rowChoice.ts';
import classes from './RowTable.module.css';
import { RowTableRow } from './RowTableRow.tsx';

/** How a row was come upon: alone, added to the others, as the end of a stretch, or only as the place to go on from. */
export type RowChoice = 'only' | 'toggle' | 'stretch' | 'move';

export interface RowColumn {
  readonly name: string;
  readonly header: string;
  readonly isNumeric?: true;
}

interface RowTableProps {
  readonly query: UploadListQuery;
  readonly window: RowWindowView<UploadListQuery, UploadRow>;
  readonly chosen: RowsChosen;
  readonly openRow: number | null;
  readonly columns: readonly RowColumn[];
  readonly renderCells: (row: UploadRow) => ReactNode;
  /** What the columns are sized for. */
  readonly shows: 'checks' | 'compared' | 'outcomes';
  readonly onChoose: (row: number, choice: RowChoice, index: number) => void;
  readonly onOpen: (row: number) => void;
  /** Absent: one row is chosen at a time. */
  readonly onChooseAll?: () => void;
  readonly onChooseNone: () => void;
}

const rowHeight = 30;
const headerHeight = 27;
const firstRowTop = headerHeight + 4;
const overscan = 10;
/** Rows that a scrolled list can hold at once: beyond some 33 million pixels a browser cannot place them. */
const rowsAtOnce = 1_000_000;

/** The rows of an upload: one tab stop, arrows go, Shift and Ctrl select many. Only visible rows are rendered. */
export function RowTable(props: RowTableProps) {
  const { query, chosen, openRow, columns, shows, onChooseAll } = props;
  const { rows, see } = props.window;
  const tableId = useId();
  const gridRef = useRef<HTMLDivElement>(null);
  const place = useFollowedRow({
    query,
    rows,
    first: openRow === null ? null : String(openRow),
    nameOf: ({ row }) => String(row),
    // A row that the filter no longer finds is stood in for by the one after it.
    locate: async (asked, name) => (await locateUploadRow(asked, Number(name))).index,
    onFound: (index) => scrollIntoView(index),
  });
  const activeIndex = rows.total === 0 ? -1 : Math.max(0, Math.min(place.index, rows.total - 1));
  const [wantedPart, setPart] = useState(0);
  const part = Math.min(wantedPart, Math.max(0, Math.ceil(rows.total / rowsAtOnce) - 1));
  const base = part * rowsAtOnce;
  const rangeExtractor = useMemo(() => visibleRowsAnd(activeIndex - base), [activeIndex, base]);
  const virtualizer = useVirtualizer({
    count: Math.min(rowsAtOnce, rows.total - base),
    getScrollElement: () => gridRef.current,
    estimateSize: () => rowHeight,
    overscan,
    rangeExtractor,
    scrollMargin: firstRowTop,
    scrollPaddingStart: headerHeight + 2 * rowHeight,
    scrollPaddingEnd: 2 * rowHeight,
  });
  useSteadyRows(gridRef, rows.moved * rowHeight);
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  useEffect(() =>
    see({
      from: base + Math.max(0, startIndex - overscan),
      to: base + endIndex + overscan + 1,
      first: base + startIndex,
    }),
  );

  const listName = JSON.stringify(query.filter);
  useEffect(() => {
    setPart(0);
    virtualizer.scrollToOffset(0);
  }, [virtualizer, listName]);

  const [toShow, setToShow] = useState<number | null>(null);
  const scrollIntoView = (index: number): void => {
    setPart(Math.floor(index / rowsAtOnce));
    setToShow(index);
  };
  // After the part that it is in has been drawn.
  useEffect(() => {
    if (toShow === null || Math.floor(toShow / rowsAtOnce) !== part) return;
    virtualizer.scrollToIndex(toShow - base);
    setToShow(null);
  }, [toShow, part, base, virtualizer]);
  // Opened from elsewhere, such as the next problem: its place is looked up.
  const find = useRef(place.find);
  useEffect(() => {
    find.current = place.find;
  });
  const openedHere = useRef(openRow);
  useEffect(() => {
    if (openRow === null || openedHere.current === openRow) return;
    openedHere.current = openRow;
    find.current(String(openRow));
  }, [openRow]);

  const goingTo = useRef(-1);
  useEffect(() => {
    goingTo.current = place.index;
  }, [place.index]);

  const choose = async (index: number, choice: RowChoice): Promise<void> => {
    goingTo.current = index;
    const known = rows.query === query ? rows.rowAt(index) : undefined;
    const row = known ?? (await uploadRowsOf(query, { from: index, to: index + 1 })).rows[0];
    // Overtaken by a later press.
    if (row === undefined || goingTo.current !== index) return;
    openedHere.current = row.row;
    place.put(String(row.row), index);
    props.onChoose(row.row, choice, index);
  };
  const go = (index: number, choice: RowChoice): void => {
    if (rows.total === 0) return;
    const to = Math.max(0, Math.min(index, rows.total - 1));
    scrollIntoView(to);
    // What cannot be asked for is said where the rows are.
    choose(to, choice).catch(() => undefined);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget || event.altKey) return;
    const at = goingTo.current;
    const page = rowsOfPage(gridRef.current, rowHeight, headerHeight);
    const hasModifier = event.ctrlKey || event.metaKey;
    const to = rowAfterKey(event.key, at, { count: rows.total, page });
    if (to !== null) {
      event.preventDefault();
      go(to, event.shiftKey ? 'stretch' : hasModifier ? 'move' : 'only');
    } else if (event.key.toLowerCase() === 'a' && hasModifier) {
      event.preventDefault();
      onChooseAll?.();
    } else if (event.key === 'Escape') {
      props.onChooseNone();
    } else if (event.key === ' ') {
      event.preventDefault();
      go(activeIndex, 'toggle');
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const row = rows.rowAt(activeIndex);
      if (row !== undefined) props.onOpen(row.row);
    }
  };
  const onRowClick = (event: MouseEvent, index: number): void => {
    const choice = event.shiftKey ? 'stretch' : event.ctrlKey || event.metaKey ? 'toggle' : 'only';
    choose(index, choice).catch(() => undefined);
  };

  return (
    <>
      {rows.total > rowsAtOnce && (
        <div className={classes.parts} role="group" aria-label="Part of the rows">
          <Button
            size="compact-sm"
            variant="default"
            disabled={part === 0}
            onClick={() => scrollIntoView(base - 1)}
          >
            Rows before
          </Button>
          <span>
            Rows {countWords(base + 1)} to {countWords(Math.min(base + rowsAtOnce, rows.total))} of{' '}
            {countWords(rows.total)}
          </span>
          <Button
            size="compact-sm"
            variant="default"
            disabled={base + rowsAtOnce >= rows.total}
            onClick={() => scrollIntoView(base + rowsAtOnce)}
          >
            Rows after
          </Button>
        </div>
      )}
      <div
        ref={gridRef}
        className={classes.grid}
        role="grid"
        aria-label="Rows of the upload"
        aria-multiselectable={onChooseAll !== undefined}
        aria-rowcount={rows.total + 1}
        aria-activedescendant={activeIndex === -1 ? undefined : `${tableId}-${activeIndex}`}
        tabIndex={0}
        data-shows={shows}
        onKeyDown={onKeyDown}
      >
        <div role="rowgroup" className={classes.head}>
          <div role="row" className={classes.columns} aria-rowindex={1}>
            {columns.map(({ name, header, isNumeric }) => (
              <div
                key={name}
                role="columnheader"
                className={classes.header}
                data-column={name}
                data-numeric={isNumeric}
              >
                {header}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={classes.body}>
          <div
            role="presentation"
            className={classes.spacer}
            style={{ height: Math.max(0, virtualizer.getTotalSize()) }}
          >
            {virtualizer.getVirtualItems().map(({ index: inPart, start }) => {
              const index = base + inPart;
              const row = rows.rowAt(index);
              return (
                <RowTableRow
                  key={index}
                  id={`${tableId}-${index}`}
                  index={index}
                  row={row}
                  top={start - firstRowTop}
                  renderCells={props.renderCells}
                  isChosen={row !== undefined && isChosen(chosen, row.row)}
                  isOpen={row !== undefined && row.row === openRow}
                  isActive={index === activeIndex}
                  onClick={(event) => onRowClick(event, index)}
                />
              );
            })}
          </div>
        </div>
      </div>
    </>
  );
}
