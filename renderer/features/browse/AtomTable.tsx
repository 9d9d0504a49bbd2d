import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, type KeyboardEvent } from 'react';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import { sortColumns, type RowSort, type SortColumn } from '../../state/browseStore.ts';
import { AtomTableRow } from './AtomTableRow.tsx';
import classes from './AtomTable.module.css';
import { rowsInSightAnd } from './keptRow.ts';

interface AtomTableProps {
  /** As they are to be shown. */
  readonly entries: readonly CatalogueEntry[];
  readonly prefix: string;
  readonly pattern: RegExp | null;
  readonly sort: RowSort;
  readonly selectedKey: string | null;
  /** Epoch milliseconds, for `5 min ago`. */
  readonly now: number;
  readonly onSort: (column: SortColumn) => void;
  readonly onSelect: (key: string) => void;
}

const headers: Readonly<Record<SortColumn, string>> = {
  key: 'Key',
  version: 'Ver.',
  leaf: 'Leaf',
  verdict: 'Proof',
  readAt: 'Read',
};

const rowHeight = 30;
/** What stands above the first row within what scrolls: the header, which stays in sight, and a gap. */
const headerHeight = 27;
const firstRowTop = headerHeight + 4;
const pageRows = 10;

/** The atoms below a prefix: one tab stop, arrows select. Only rows in sight exist. */
export function AtomTable(props: AtomTableProps) {
  const { entries, prefix, pattern, sort, selectedKey, now, onSort, onSelect } = props;
  const tableId = useId();
  const gridRef = useRef<HTMLDivElement>(null);
  const selected = useMemo(() => entries.findIndex(({ key }) => key === selectedKey), [entries, selectedKey]);
  const rangeExtractor = useMemo(() => rowsInSightAnd(selected), [selected]);
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => gridRef.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => entries[index]?.key ?? index,
    overscan: 10,
    rangeExtractor,
    // What is brought into sight shows its neighbours too.
    scrollMargin: firstRowTop,
    scrollPaddingStart: headerHeight + 2 * rowHeight,
    scrollPaddingEnd: 2 * rowHeight,
  });
  useEffect(() => {
    if (selected !== -1) virtualizer.scrollToIndex(selected);
  }, [selected, virtualizer]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const last = entries.length - 1;
    const to = {
      ArrowDown: Math.min(selected + 1, last),
      ArrowUp: Math.max(selected - 1, 0),
      PageDown: Math.min(selected + pageRows, last),
      PageUp: Math.max(selected - pageRows, 0),
      Home: 0,
      End: last,
    }[event.key];
    const entry = to === undefined ? undefined : entries[to];
    if (entry === undefined || event.target !== event.currentTarget) return;
    event.preventDefault();
    onSelect(entry.key);
  };

  return (
    <div
      ref={gridRef}
      className={classes.grid}
      role="grid"
      aria-label="Atoms"
      aria-rowcount={entries.length + 1}
      aria-activedescendant={selected === -1 ? undefined : `${tableId}-${selected}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className={classes.head}>
        <div role="row" className={classes.columns} aria-rowindex={1}>
          {sortColumns.map((column) => (
            <div
              key={column}
              role="columnheader"
              data-column={column}
              aria-sort={sort.column === column ? sort.direction : 'none'}
            >
              <UnstyledButton
                className={classes.header ?? ''}
                data-numeric={column === 'version' || column === 'leaf' || undefined}
                onClick={() => onSort(column)}
              >
                {headers[column]}
                {sort.column === column && <SortArrow direction={sort.direction} />}
              </UnstyledButton>
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className={classes.body}>
        <div role="presentation" className={classes.spacer} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const entry = entries[index];
            return (
              entry !== undefined && (
                <AtomTableRow
                  key={entry.key}
                  id={`${tableId}-${index}`}
                  rowIndex={index + 2}
                  entry={entry}
                  prefix={prefix}
                  pattern={pattern}
                  now={now}
                  top={start - firstRowTop}
                  isSelected={index === selected}
                  onSelect={() => onSelect(entry.key)}
                />
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

function SortArrow({ direction }: Pick<RowSort, 'direction'>) {
  const Icon = direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return <Icon size={11} aria-hidden />;
}
