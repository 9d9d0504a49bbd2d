import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { ChainStart } from '#shared/predictions/chain.ts';
import { answerWords, nodeName, versionWords } from '#shared/text/predictionWords.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import type { ChainViewProps } from './chainViewProps.ts';
import classes from './ChainTable.module.css';
import {
  leadsWords,
  sortAfterClick,
  tableColumns,
  tableRows,
  type TableColumn,
  type TableRow,
  type TableSort,
} from './chainTableRows.ts';
import { StatusMark } from './StatusMark.tsx';

const rowHeight = 30;
const headerHeight = 27;
const pageRows = 10;
const headers: Readonly<Record<TableColumn, string>> = {
  from: 'From',
  to: 'To',
  rank: 'Rank',
  step: 'Step',
  leads: 'Leads',
  proof: 'Proof',
  version: 'Ver.',
  next: 'Next',
};

/**
 * Every prediction as a row; the selected row selects the node that it leads to, and where it was for another key,
 * the node that was asked about.
 */
export function ChainTable({ chain, selected, asking, status, onSelect, onAsk }: ChainViewProps) {
  const tableId = useId();
  const grid = useRef<HTMLDivElement>(null);
  const [sort, setSort] = useState<TableSort>(null);
  const rows = useMemo(() => tableRows(chain, status, sort), [chain, status, sort]);
  const [chosen, setChosen] = useState<string | null>(null);
  const named = rows.findIndex((row) => row.id === chosen && selects(row) === selected);
  const active =
    named === -1 ? rows.findIndex(({ target, kind }) => target?.id === selected && kind === 'onward') : named;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => grid.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight + rowHeight,
    scrollPaddingEnd: rowHeight,
  });
  useEffect(() => {
    if (active !== -1) virtualizer.scrollToIndex(active);
  }, [active, virtualizer]);
  const go = (index: number): void => {
    const row = rows[index];
    if (row === undefined) return;
    setChosen(row.id);
    onSelect(selects(row));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = rows.length - 1;
    const to = {
      ArrowDown: Math.min(active + 1, last),
      ArrowUp: Math.max(active - 1, 0),
      PageDown: Math.min(active + pageRows, last),
      PageUp: Math.max(active - pageRows, 0),
      Home: 0,
      End: last,
    }[event.key];
    if (event.key !== 'Enter' && to === undefined) return;
    event.preventDefault();
    if (to === undefined) onAsk(selected);
    else go(to);
  };

  if (rows.length === 0) {
    return (
      <p className={classes.none}>
        No prediction is there yet. Follow the chain to see what the service expects.
      </p>
    );
  }
  return (
    <div
      ref={grid}
      className={classes.grid}
      role="grid"
      aria-label="Predictions of the chain"
      aria-rowcount={rows.length + 1}
      aria-activedescendant={active === -1 ? undefined : `${tableId}-${active}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className={classes.head}>
        <div role="row" aria-rowindex={1} className={classes.columns}>
          {tableColumns.map((column) => (
            <div
              key={column}
              role="columnheader"
              aria-sort={sort?.column === column ? sort.direction : 'none'}
            >
              <UnstyledButton
                className={classes.header ?? ''}
                onClick={() => setSort((before) => sortAfterClick(before, column))}
                // Enter and the space bar are the button's own here, not the row's.
                onKeyDown={(event) => event.stopPropagation()}
              >
                {headers[column]}
                {sort?.column === column && <SortArrow direction={sort.direction} />}
              </UnstyledButton>
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className={classes.body}>
        <div role="presentation" className={classes.spacer} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const { from, to, target } = row;
            const toStatus = status(to.text);
            return (
              <div
                key={row.id}
                id={`${tableId}-${index}`}
                role="row"
                aria-rowindex={index + 2}
                aria-selected={index === active}
                className={`${classes.row ?? ''} ${classes.columns ?? ''}`}
                style={{ transform: `translateY(${start - headerHeight}px)` }}
                onClick={() => go(index)}
                onDoubleClick={() => {
                  if (target !== null) onAsk(target.id);
                }}
              >
                <Cell>
                  <NodeText node={from} />
                </Cell>
                <Cell>
                  <NodeText node={to} />
                </Cell>
                <Cell>{row.rank}</Cell>
                <Cell>{from.step + 1}</Cell>
                <Cell>
                  {row.kind === 'stray' && (
                    <IconAlertTriangle size={13} className={classes.warning ?? ''} aria-label="Warning:" />
                  )}
                  {leadsWords[row.kind]}
                </Cell>
                <Cell>
                  <StatusMark status={toStatus} />
                </Cell>
                <Cell>{versionWords(toStatus)}</Cell>
                <Cell>{target === null ? '' : asking === target.id ? 'asking …' : answerWords(target)}</Cell>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function SortArrow({ direction }: { readonly direction: 'ascending' | 'descending' }) {
  const Icon = direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return <Icon size={11} aria-hidden />;
}

function selects({ from, target }: TableRow): string {
  return target?.id ?? from.id;
}

function Cell({ children }: { readonly children: ReactNode }) {
  return (
    <div role="gridcell" className={classes.cell}>
      {children}
    </div>
  );
}

function NodeText({ node }: { readonly node: ChainStart }) {
  return node.kind === 'query' ? nodeName(node) : <KeyText atomKey={node.text} />;
}
