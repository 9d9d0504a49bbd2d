import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, type KeyboardEvent } from 'react';
import type { RowWindow } from '#shared/domain/catalogueQuery.ts';
import type { WriteSummary } from '#shared/domain/writeReceipt.ts';
import { shortHash } from '#shared/text/hashWords.ts';
import { agoWords, momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { outcomeWords, writeKindWords } from '#shared/text/writeWords.ts';
import { rowsInSightAnd } from '../../ui/keptRow.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import { listMove, rowsOfPage } from '../../ui/listMove.ts';
import { useNow } from '../../ui/useNow.ts';
import { ToneIcon } from './ToneIcon.tsx';
import classes from './WriteList.module.css';

interface WriteListProps {
  readonly total: number;
  /** undefined while it has not come. */
  readonly writeAt: (index: number) => WriteSummary | undefined;
  readonly selected: number;
  readonly onSelect: (index: number) => void;
  /** The rows in sight, whenever others are. */
  readonly onSee: (sight: RowWindow) => void;
}

const rowHeight = 64;
const overscan = 10;

/** The writes, the latest first: one tab stop, moving selects. Only rows in sight exist. */
export function WriteList({ total, writeAt, selected, onSelect, onSee }: WriteListProps) {
  const listId = useId();
  const listRef = useRef<HTMLDivElement>(null);
  const rangeExtractor = useMemo(() => rowsInSightAnd(selected), [selected]);
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => listRef.current,
    estimateSize: () => rowHeight,
    overscan,
    rangeExtractor,
    paddingStart: 4,
    paddingEnd: 4,
  });
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  useEffect(
    () => onSee({ from: Math.max(0, startIndex - overscan), to: endIndex + overscan + 1 }),
    [onSee, startIndex, endIndex],
  );
  const now = useNow();

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const page = rowsOfPage(listRef.current, rowHeight);
    const index = listMove(event, { selected, count: total, page });
    if (index === null) return;
    event.preventDefault();
    virtualizer.scrollToIndex(index);
    onSelect(index);
  };
  return (
    <div
      ref={listRef}
      className={classes.list}
      role="listbox"
      aria-label="Writes"
      aria-activedescendant={`${listId}-${selected}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={classes.spacer} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            id={`${listId}-${index}`}
            className={classes.write}
            role="option"
            aria-selected={index === selected}
            aria-setsize={total}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start}px)` }}
            onClick={() => onSelect(index)}
          >
            <Write write={writeAt(index)} now={now} />
          </div>
        ))}
      </div>
    </div>
  );
}

function Write({ write, now }: { readonly write: WriteSummary | undefined; readonly now: number }) {
  if (write === undefined) return <span className={classes.coming} />;
  const { kind, title, startedAt, rootBefore, rootAfter, otherWrites } = write;
  const { tone, title: outcome } = outcomeWords(write);
  return (
    <>
      <ToneIcon tone={tone} size={16} />
      <span className={classes.title}>
        {kind === 'store' ? <KeyText atomKey={title} /> : visibleLine(title.slice(0, 300))}
      </span>
      <span className={classes.when} title={momentWords(startedAt)}>
        {agoWords(startedAt, now)}
      </span>
      <span className={classes.outcome} data-tone={tone}>
        {outcome}
        {(otherWrites.before || otherWrites.after) && (
          <span data-tone="doubtful"> · another write may have come between</span>
        )}
      </span>
      <span className={classes.facts}>
        <span>{writeKindWords(write)}</span>
        {rootAfter !== null && (
          <span
            className={classes.roots}
            title={rootBefore === null ? 'Root after' : 'Root before and after'}
          >
            {rootBefore !== null && `${rootText(rootBefore)} `}→ {rootText(rootAfter)}
          </span>
        )}
      </span>
    </>
  );
}

function rootText(root: string): string {
  return shortHash(visibleLine(root));
}
