import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { UploadRow } from '#shared/domain/upload.ts';
import { countWords } from '#shared/text/sizes.ts';
import { readBackWords, rowOutcomeWords } from '#shared/text/uploadWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import type { RowWindowView } from '../../../api/catalogueRows.ts';
import { locateUploadRow, type UploadListQuery } from '../../../api/uploads.ts';
import { KeyText } from '../../../ui/KeyText.tsx';
import { rowsInSightAnd } from '../../../ui/keptRow.ts';
import { useFollowedRow } from '../../browse/useFollowedRow.ts';
import { OutcomeMark, ReadBackMark } from './OutcomeMark.tsx';
import classes from './OutcomePane.module.css';

interface OutcomeTableProps {
  readonly query: UploadListQuery;
  readonly window: RowWindowView<UploadListQuery, UploadRow>;
  /** What a place in the file is called: `Line`. */
  readonly placeName: string;
  readonly openRow: number | null;
  readonly onOpen: (row: number | null) => void;
}

const rowHeight = 30;
const headerHeight = 27;
const overscan = 10;

const columns: readonly {
  readonly name: string;
  readonly header: string;
  readonly isNumeric?: true;
  readonly show: (row: UploadRow) => ReactNode;
  readonly title: (row: UploadRow) => string | undefined;
}[] = [
  {
    name: 'place',
    header: 'Line',
    isNumeric: true,
    show: ({ place }) => countWords(place),
    title: () => undefined,
  },
  { name: 'key', header: 'Key', show: ({ key }) => <KeyText atomKey={key} />, title: () => undefined },
  {
    name: 'outcome',
    header: 'Outcome',
    show: ({ outcome }) => <OutcomeMark outcome={outcome} />,
    title: ({ outcome }) => rowOutcomeWords[outcome].words,
  },
  {
    name: 'why',
    header: 'Why',
    show: ({ why }) => (why === null ? '' : visibleLine(why)),
    title: ({ why }) => (why === null ? undefined : visibleLine(why)),
  },
  {
    name: 'version',
    header: 'Version',
    isNumeric: true,
    show: ({ version }) => (version === null ? '' : countWords(version)),
    title: () => undefined,
  },
  {
    name: 'readBack',
    header: 'Read back',
    // That nothing was read back yet is said once, above.
    show: ({ readBack }) => readBack !== 'not-read' && <ReadBackMark readBack={readBack} />,
    title: ({ readBack }) => readBackWords[readBack].words,
  },
];

/** The rows of an upload with their outcomes: one tab stop, arrows move, Enter shows a row in full. Only rows in sight exist. */
export function OutcomeTable({ query, window, placeName, openRow, onOpen }: OutcomeTableProps) {
  const { rows, see } = window;
  const tableId = useId();
  const gridRef = useRef<HTMLDivElement>(null);
  const place = useFollowedRow({
    query,
    rows,
    first: openRow === null ? null : String(openRow),
    nameOf: ({ row }) => String(row),
    locate,
    onFound: (index) => virtualizer.scrollToIndex(index),
  });
  const activeIndex = rows.total === 0 ? -1 : Math.max(0, place.index);
  const rangeExtractor = useMemo(() => rowsInSightAnd(activeIndex), [activeIndex]);
  const virtualizer = useVirtualizer({
    count: rows.total,
    getScrollElement: () => gridRef.current,
    estimateSize: () => rowHeight,
    overscan,
    rangeExtractor,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight + rowHeight,
    scrollPaddingEnd: rowHeight,
  });
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  useEffect(() =>
    see({ from: Math.max(0, startIndex - overscan), to: endIndex + overscan + 1, first: startIndex }),
  );
  useEffect(() => virtualizer.scrollToOffset(0), [virtualizer, query]);

  const go = (index: number): void => {
    if (rows.total === 0) return;
    const to = Math.max(0, Math.min(index, rows.total - 1));
    virtualizer.scrollToIndex(to);
    const row = rows.rowAt(to);
    place.put(row === undefined ? null : String(row.row), to);
    // With one shown in full already, the next is shown in its stead.
    if (openRow !== null && row !== undefined) onOpen(row.row);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget) return;
    const page = Math.max(
      1,
      Math.floor(((gridRef.current?.clientHeight ?? 0) - headerHeight) / rowHeight) - 1,
    );
    const to = {
      ArrowDown: place.index + 1,
      ArrowUp: place.index - 1,
      PageDown: place.index + page,
      PageUp: place.index - page,
      Home: 0,
      End: rows.total - 1,
    }[event.key];
    if (to !== undefined && !event.altKey) {
      event.preventDefault();
      go(to);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onOpen(rows.rowAt(activeIndex)?.row ?? null);
    } else if (event.key === 'Escape') onOpen(null);
  };
  return (
    <div
      ref={gridRef}
      className={classes.grid}
      role="grid"
      aria-label="Rows of the upload"
      aria-rowcount={rows.total + 1}
      aria-activedescendant={activeIndex === -1 ? undefined : `${tableId}-${activeIndex}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className={classes.headGroup}>
        <div role="row" className={classes.columns} aria-rowindex={1}>
          {columns.map(({ name, header, isNumeric }) => (
            <div
              key={name}
              role="columnheader"
              className={classes.header}
              data-column={name}
              data-numeric={isNumeric}
            >
              {name === 'place' ? placeName : header}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows.rowAt(index);
          return (
            <div
              key={index}
              id={`${tableId}-${index}`}
              role="row"
              className={`${classes.row ?? ''} ${classes.columns ?? ''}`}
              aria-rowindex={index + 2}
              aria-selected={row !== undefined && row.row === openRow}
              data-active={index === activeIndex || undefined}
              style={{ transform: `translateY(${start - headerHeight}px)` }}
              onClick={() => {
                if (row === undefined) return;
                place.put(String(row.row), index);
                onOpen(row.row);
              }}
            >
              {columns.map(({ name, isNumeric, show, title }) => (
                <span
                  key={name}
                  role="gridcell"
                  className={classes.cell}
                  data-column={name}
                  data-numeric={isNumeric}
                  title={row === undefined ? undefined : title(row)}
                >
                  {row === undefined ? name === 'key' && <span className={classes.coming} /> : show(row)}
                </span>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

async function locate(query: UploadListQuery, name: string): Promise<number> {
  const { index, isThere } = await locateUploadRow(query, Number(name));
  return isThere ? index : -1;
}
