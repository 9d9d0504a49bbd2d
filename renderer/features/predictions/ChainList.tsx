import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowsRight,
  IconChevronRight,
  IconMessageSearch,
} from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { isAnsweredForAnother } from '#shared/predictions/chain.ts';
import { typeLooks, typeOf } from '#shared/predictions/chainDrawing.ts';
import { answerWords, edgeKindWords, nodeName, versionWords } from '#shared/text/predictionWords.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import { rowsOfPage } from '../../ui/listMove.ts';
import { moveInTree } from '../../ui/treeKeys.ts';
import { listRows, type ListRow } from './chainRows.ts';
import type { ChainViewProps } from './chainViewProps.ts';
import classes from './ChainList.module.css';
import { StatusMark } from './StatusMark.tsx';

const rowHeight = 30;

/** The chain as a tree to read from top to bottom: everything the graph shows, with the keys of a tree view. */
export function ChainList({ chain, selected, asking, status, onSelect, onAsk }: ChainViewProps) {
  const listId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [activeRow, setActiveRow] = useState<string>(selected);
  const rows = useMemo(() => listRows(chain, closed), [chain, closed]);
  const looks = useMemo(() => typeLooks(chain), [chain]);
  const active = Math.max(
    rows.findIndex(({ id, node }) => id === activeRow && node.id === selected),
    rows.findIndex(({ id }) => id === selected),
    0,
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
    scrollPaddingStart: rowHeight,
    scrollPaddingEnd: rowHeight,
  });
  useEffect(() => virtualizer.scrollToIndex(active), [active, virtualizer]);

  const go = (index: number): void => {
    const row = rows[index];
    if (row === undefined) return;
    setActiveRow(row.id);
    onSelect(row.node.id);
  };
  const toggle = (node: string): void =>
    setClosed((before) => {
      const changed = new Set(before);
      if (!changed.delete(node)) changed.add(node);
      return changed;
    });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[active];
    if (row === undefined) return;
    const page = rowsOfPage(scroller.current, rowHeight);
    const move = moveInTree({ row, index: active, total: rows.length, page }, event.key);
    if (event.key === 'Enter' || event.key === ' ') onAsk(row.node.id);
    else if (move?.kind === 'go') go(move.index);
    else if (move?.kind === 'toggle') toggle(row.node.id);
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={scroller}
      className={classes.list}
      role="tree"
      aria-label="Chain of predictions"
      aria-activedescendant={`${listId}-${active}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div className={classes.spacer} role="presentation" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return (
            row !== undefined && (
              <div
                key={row.id}
                id={`${listId}-${index}`}
                className={classes.row}
                role="treeitem"
                aria-level={row.level}
                aria-posinset={row.position}
                aria-setsize={row.siblings}
                aria-expanded={row.hasChildren ? row.isOpen : undefined}
                aria-selected={index === active}
                data-active={index === active || undefined}
                style={{ transform: `translateY(${start}px)`, paddingLeft: 6 + (row.level - 1) * 18 }}
                onClick={() => go(index)}
                onDoubleClick={() => onAsk(row.node.id)}
              >
                <span
                  className={classes.twist}
                  role="presentation"
                  data-open={row.isOpen || undefined}
                  onClick={() => {
                    if (row.hasChildren) toggle(row.node.id);
                  }}
                >
                  {row.hasChildren && <IconChevronRight size={14} aria-hidden />}
                </span>
                <RowText row={row} colour={looks.get(typeOf(row.node))?.colour ?? ''} />
                <span className={classes.facts}>
                  {row.kind === 'onward' ? (
                    <>
                      {row.node.kind === 'key' && <StatusMark status={status(row.node.text)} />}
                      <span className={classes.version}>{versionWords(status(row.node.text))}</span>
                      {isAnsweredForAnother(row.node) && (
                        <IconAlertTriangle
                          size={13}
                          className={classes.warning ?? ''}
                          aria-label="Warning:"
                        />
                      )}
                      <span className={classes.answer}>
                        {asking === row.node.id ? 'asking …' : answerWords(row.node)}
                      </span>
                    </>
                  ) : (
                    <span className={classes.answer}>{edgeKindWords[row.kind]}</span>
                  )}
                </span>
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function RowText({ row, colour }: { readonly row: ListRow; readonly colour: string }) {
  const { node, kind, rank } = row;
  return (
    <span className={classes.text}>
      <span className={classes.swatch} style={{ background: colour }} aria-hidden />
      <span className={classes.rank}>{rank === null ? '' : `${rank}.`}</span>
      {kind === 'loop' && <IconArrowBackUp size={14} aria-hidden />}
      {kind === 'across' && <IconArrowsRight size={14} aria-hidden />}
      {node.kind === 'query' ? (
        <>
          <IconMessageSearch size={14} aria-hidden />
          {nodeName(node)}
        </>
      ) : (
        <KeyText atomKey={node.text} />
      )}
    </span>
  );
}
