import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { ChainEdge, ChainNode } from '#shared/predictions/chain.ts';
import { answerWords, edgeKindWords, nodeName, versionWords } from '#shared/text/predictionWords.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import type { ChainViewProps } from './chainViewProps.ts';
import classes from './ChainTable.module.css';
import {
  sortAfterClick,
  tableColumns,
  tableRows,
  type TableColumn,
  type TableSort,
} from './chainTableRows.ts';
import { StandingMark } from './StandingMark.tsx';

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

/** Every prediction of the chain as a row; the selected row selects the node that it leads to. */
export function ChainTable({ chain, selected, asking, standing, onSelect, onAsk }: ChainViewProps) {
  const tableId = useId();
  const grid = useRef<HTMLDivElement>(null);
  const [sort, setSort] = useState<TableSort>(null);
  const rows = useMemo(() => tableRows(chain, standing, sort), [chain, standing, sort]);
  const [chosen, setChosen] = useState<string | null>(null);
  const named = rows.findIndex(({ edge }) => edgeId(edge) === chosen && edge.to === selected);
  const active =
    named === -1 ? rows.findIndex(({ edge: { to, kind } }) => to === selected && kind === 'onward') : named;
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
    const edge = rows[index]?.edge;
    if (edge === undefined) return;
    setChosen(edgeId(edge));
    onSelect(edge.to);
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
            const { edge, from, to } = row;
            const toStanding = standing(to.text);
            return (
              <div
                key={edgeId(edge)}
                id={`${tableId}-${index}`}
                role="row"
                aria-rowindex={index + 2}
                aria-selected={index === active}
                className={`${classes.row ?? ''} ${classes.columns ?? ''}`}
                style={{ transform: `translateY(${start - headerHeight}px)` }}
                onClick={() => go(index)}
                onDoubleClick={() => onAsk(edge.to)}
              >
                <Cell>
                  <NodeText node={from} />
                </Cell>
                <Cell>
                  <NodeText node={to} />
                </Cell>
                <Cell>{edge.rank}</Cell>
                <Cell>{from.step + 1}</Cell>
                <Cell>{edgeKindWords[edge.kind]}</Cell>
                <Cell>
                  <StandingMark standing={toStanding} />
                </Cell>
                <Cell>{versionWords(toStanding)}</Cell>
                <Cell>{asking === to.id ? 'asking …' : answerWords(to)}</Cell>
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

function edgeId({ from, to }: ChainEdge): string {
  return `${from} > ${to}`;
}

function Cell({ children }: { readonly children: ReactNode }) {
  return (
    <div role="gridcell" className={classes.cell}>
      {children}
    </div>
  );
}

function NodeText({ node }: { readonly node: ChainNode }) {
  return node.kind === 'query' ? nodeName(node) : <KeyText atomKey={node.text} />;
}
