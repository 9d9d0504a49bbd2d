import { Table } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, useLayoutEffect, useMemo, useRef, useState, type Key, type ReactNode } from 'react';
import { visibleRowsAnd } from '../keptRow.ts';

/** Up to so many rows, a table has all of them: that costs less than measuring them. */
export const mostWhole = 200;

interface LongBodyProps {
  readonly count: number;
  readonly keyOf: (index: number) => Key;
  /** `measure` is the `ref` of the row, which has its index as `data-index`. */
  readonly renderRow: (index: number, measure: (row: HTMLTableRowElement | null) => void) => ReactNode;
}

/** Where the body is in what scrolls it. */
interface Place {
  readonly scroller: Element;
  /** Pixels above it. */
  readonly above: number;
}

/**
 * The body of a table with many rows of any height, of which those in sight exist, and the one with the focus. Empty rows take the
 * place of the others.
 */
export function LongBody({ count, keyOf, renderRow }: LongBodyProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const [focused, setFocused] = useState(-1);
  /** How high the rows are that were not in sight yet: as the first ones, so that the end of the table is where it seems to be. */
  const [likely, setLikely] = useState(40);
  // The rows around those in sight make up for what is added above the table later.
  useLayoutEffect(() => {
    if (body.current !== null) setPlace(placeOf(body.current));
  }, [count]);
  const above = place?.above ?? 0;
  // Places are computed again only for another function of keys, so another estimate comes with one.
  const sizing = useMemo(() => ({ likely, keyOf: (index: number) => keyOf(index) }), [likely, keyOf]);
  const virtualizer = useVirtualizer<Element, HTMLTableRowElement>({
    count,
    getScrollElement: () => place?.scroller ?? null,
    estimateSize: () => sizing.likely,
    getItemKey: sizing.keyOf,
    overscan: 10,
    scrollMargin: above,
    rangeExtractor: useMemo(() => visibleRowsAnd(focused, count), [focused, count]),
  });
  const items = virtualizer.getVirtualItems();
  const hasRows = items.length > 0;
  useLayoutEffect(() => {
    const heights = [...(body.current?.querySelectorAll<HTMLElement>('tr[data-index]') ?? [])].map(
      ({ offsetHeight }) => offsetHeight,
    );
    if (hasRows && heights.length > 0)
      setLikely(heights.reduce((sum, height) => sum + height, 0) / heights.length);
  }, [hasRows]);
  const end = above + virtualizer.getTotalSize();
  return (
    <Table.Tbody
      ref={body}
      onFocus={({ target }) => setFocused(Number(target.closest('tr')?.dataset['index'] ?? -1))}
    >
      {items.map(({ index, start, key }, at) => (
        <Fragment key={key}>
          <Gap height={start - (items[at - 1]?.end ?? above)} />
          {renderRow(index, virtualizer.measureElement)}
        </Fragment>
      ))}
      <Gap height={end - (items.at(-1)?.end ?? above)} />
    </Table.Tbody>
  );
}

function Gap({ height }: { readonly height: number }) {
  return height <= 0 ? null : <tr aria-hidden style={{ height }} />;
}

function placeOf(body: HTMLElement): Place | null {
  let scroller = body.parentElement;
  while (scroller !== null && !(scrolls(scroller) && scroller.scrollHeight > scroller.clientHeight))
    scroller = scroller.parentElement;
  if (scroller === null) return null;
  const above = body.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
  return { scroller, above };
}

function scrolls(element: Element): boolean {
  return /auto|scroll/.test(getComputedStyle(element).overflowY);
}
