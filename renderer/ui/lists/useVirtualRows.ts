import { useRowHeight } from './density.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react';
import type { RowWindow } from '#shared/domain/catalogueQuery.ts';
import type { SeenRows } from '../../api/rowWindow.ts';
import { rowsWithin, visibleRowsAnd } from '../keptRow.ts';
import { useSteadyRows } from '../useSteadyRows.ts';

/** Rows of a list: an array, or the rows of a row window, where a row that has not arrived yet is undefined. */
export type ListRows<Row> =
  | readonly Row[]
  | {
      readonly total: number;
      readonly rowAt: (index: number) => Row | undefined;
      /** By how many rows those in the viewport were moved down, by rows that were added above. */
      readonly moved?: number;
    };

/** What a screen can tell a virtual list to do, through its `ref`. */
export interface ListHandle {
  /** Scrolls until the row is visible. */
  readonly scrollTo: (index: number) => void;
  readonly focus: () => void;
}

/** Props that all virtual lists share. */
export interface VirtualRowsProps<Row> {
  readonly ref?: RefObject<ListHandle | null>;
  /** Accessible name of the list. */
  readonly label: string;
  readonly rows: ListRows<Row>;
  /** Names the list that the rows belong to, such as its filter and order: another list starts at the top. */
  readonly listName?: string;
  /** Notified of the rows to have ready: the viewport and some rows around it. */
  readonly see?: (seen: SeenRows) => void;
  /** Notified of the rows in the viewport. */
  readonly onViewport?: (viewport: RowWindow) => void;
  /** Keeps the active row visible whenever it changes, not only when a key changed it. */
  readonly followsActive?: boolean;
  readonly className?: string | undefined;
  readonly rowClassName?: string | undefined;
  /** `data-` attributes of a row, for styles and tests. */
  readonly rowData?: (row: Row, index: number) => RowData;
}

export type RowData = Readonly<Record<`data-${string}`, string | number | boolean | undefined>>;

interface VirtualRowsInput<Row> extends VirtualRowsProps<Row> {
  /** In pixels, in the comfortable density; with `isMeasured`, an estimate. */
  readonly rowHeight: number;
  /** The rows have heights of their own. */
  readonly isMeasured?: boolean;
  /** Index of the row that the keys act on; -1 for none. It exists even outside the viewport. */
  readonly active: number;
  /** Pixels of the header, which covers the first rows of what is scrolled. */
  readonly headerHeight?: number;
}

/** Rows beyond this are shown in parts: a browser cannot place rows farther down than some 33 million pixels. */
export const rowsOfPart = 1_000_000;
const overscan = 10;
/** Above the first and below the last row, in pixels; `.body` in the styles. */
const listPadding = 4;
/** What is scrolled to shows its neighbors too, as far as these pixels go. */
const mostContext = 60;

export type VirtualRows = ReturnType<typeof useVirtualRows>;

/** The rows of a list that exist: those in the viewport, some around them, and the active one. */
export function useVirtualRows<Row>(input: VirtualRowsInput<Row>) {
  const { isMeasured = false, active, headerHeight = 0, listName = '', see, onViewport } = input;
  const rowHeight = useRowHeight(input.rowHeight);
  const count = countRows(input.rows);
  const scroller = useRef<HTMLDivElement>(null);
  const [wantedPart, setPart] = useState(0);
  const part = Math.min(wantedPart, Math.max(0, Math.ceil(count / rowsOfPart) - 1));
  const base = part * rowsOfPart;
  const kept = active - base;
  const inPart = Math.min(rowsOfPart, count - base);
  /** How many rows the virtualizer has places for: not as many as there are, because it makes all of them again for another number. */
  const [lastRoom, setRoom] = useState(0);
  const room = inPart <= lastRoom ? lastRoom : Math.min(rowsOfPart, 2 ** Math.ceil(Math.log2(inPart)));
  if (room !== lastRoom) setRoom(room);
  const rangeExtractor = useMemo(() => visibleRowsAnd(kept, inPart), [kept, inPart]);
  const scrollMargin = headerHeight + listPadding;
  const context = Math.min(2 * rowHeight, mostContext);
  const virtualizer = useVirtualizer({
    count: isMeasured ? inPart : room,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    rangeExtractor,
    scrollMargin,
    scrollPaddingStart: headerHeight + context,
    scrollPaddingEnd: context,
  });

  useSteadyRows(scroller, ('rowAt' in input.rows ? (input.rows.moved ?? 0) : 0) * rowHeight);

  const { startIndex, endIndex } = rowsWithin(virtualizer.range ?? { startIndex: 0, endIndex: 0 }, inPart);
  const first = base + startIndex;
  const end = base + endIndex + 1;
  useEffect(() => {
    see?.({ from: Math.max(base, first - overscan), to: end + overscan, first });
  }, [see, base, first, end]);
  useEffect(() => {
    onViewport?.({ from: first, to: end });
  }, [onViewport, first, end, input.rows]);

  const [target, setTarget] = useState<{ readonly index: number } | null>(null);
  const scrollTo = useCallback((index: number): void => {
    setPart(Math.floor(index / rowsOfPart));
    setTarget({ index });
  }, []);
  const toTop = useEffectEvent(() => {
    setPart(0);
    setTarget(null);
    // Scrolling makes the browser lay out the page at once, which takes longer than all else at each letter of a filter.
    if (target !== null || virtualizer.scrollOffset !== 0) virtualizer.scrollToOffset(0);
  });
  useEffect(() => toTop(), [listName]);
  // Once the part with the row, and rows that have just been added, are rendered.
  useEffect(() => {
    if (target !== null && Math.floor(target.index / rowsOfPart) === part) {
      virtualizer.scrollToIndex(target.index - base);
    }
  }, [virtualizer, target, part, base]);
  const followedRow = input.followsActive === true ? active : -1;
  useEffect(() => {
    if (followedRow !== -1) scrollTo(followedRow);
  }, [followedRow, scrollTo]);

  return {
    count,
    scroller,
    rowHeight,
    isMeasured,
    /** Rows that a page up or down moves by: those that fit, less one, so that one stays visible. */
    page: () =>
      Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headerHeight) / rowHeight) - 1),
    measure: virtualizer.measureElement,
    height: isMeasured ? virtualizer.getTotalSize() : inPart * rowHeight,
    items: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, top: start - scrollMargin })),
    /** Index of the first row of the part that is shown. */
    base,
    scrollTo,
  };
}

function countRows<Row>(rows: ListRows<Row>): number {
  return 'rowAt' in rows ? rows.total : rows.length;
}

export function rowOf<Row>(rows: ListRows<Row>, index: number): Row | undefined {
  return 'rowAt' in rows ? rows.rowAt(index) : rows[index];
}
