import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { chainEdges, type ChainEdge, type ChainNode } from '#shared/predictions/chain.ts';
import { answerWords, edgeKindWords, nodeName, versionWords } from '#shared/text/predictionWords.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import type { ChainViewProps } from './chainViewProps.ts';
import classes from './ChainTable.module.css';
import { StandingMark } from './StandingMark.tsx';

const rowHeight = 30;
const headerHeight = 27;
const pageRows = 10;
const headers = ['From', 'To', 'Rank', 'Step', 'Leads', 'Proof', 'Ver.', 'Next'] as const;

/** Every prediction of the chain as a row; the selected row selects the node that it leads to. */
export function ChainTable({ chain, selected, asking, standing, onSelect, onAsk }: ChainViewProps) {
  const tableId = useId();
  const grid = useRef<HTMLDivElement>(null);
  const edges = useMemo(() => chainEdges(chain), [chain]);
  const [chosen, setChosen] = useState<string | null>(null);
  const named = edges.findIndex((edge) => edgeId(edge) === chosen && edge.to === selected);
  const active =
    named === -1 ? edges.findIndex(({ to, kind }) => to === selected && kind === 'onward') : named;
  const virtualizer = useVirtualizer({
    count: edges.length,
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
    const edge = edges[index];
    if (edge === undefined) return;
    setChosen(edgeId(edge));
    onSelect(edge.to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = edges.length - 1;
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

  if (edges.length === 0) {
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
      aria-rowcount={edges.length + 1}
      aria-activedescendant={active === -1 ? undefined : `${tableId}-${active}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className={classes.head}>
        <div role="row" aria-rowindex={1} className={classes.columns}>
          {headers.map((header) => (
            <div key={header} role="columnheader">
              {header}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className={classes.body}>
        <div role="presentation" className={classes.spacer} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const edge = edges[index];
            const [from, to] = [chain.nodes.get(edge?.from ?? ''), chain.nodes.get(edge?.to ?? '')];
            if (edge === undefined || from === undefined || to === undefined) return null;
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
