import { Checkbox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useMemo, useRef, type KeyboardEvent } from 'react';
import { countOf } from '#shared/text/phrases.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { utf8Bytes } from '../../ui/utf8.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import { visibleRowsAnd } from '../../ui/keptRow.ts';
import { listMove, rowsOfPage } from '../../ui/listMove.ts';
import type { ChangeRow } from './bulkPreview.ts';
import classes from './BulkEdit.module.css';
import { concernWords } from './bulkWords.ts';

interface ChangeListProps {
  readonly rows: readonly ChangeRow[];
  readonly shown: number;
  readonly onShow: (index: number) => void;
  readonly onInclude: (keys: readonly string[], isIncluded: boolean) => void;
}

const rowHeight = 46;

/** The atoms that change: one tab stop, arrows show, Space puts in or leaves out. Only visible rows are rendered. */
export function ChangeList({ rows, shown, onShow, onInclude }: ChangeListProps) {
  const listId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const rangeExtractor = useMemo(() => visibleRowsAnd(shown), [shown]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    rangeExtractor,
  });
  const included = rows.filter(({ isIncluded }) => isIncluded).length;
  // One whose proof failed is put in by itself, or not at all.
  const together = rows.filter(({ concerns }) => !concerns.includes('red'));
  const isAll = together.every(({ isIncluded }) => isIncluded);
  const isEach = included === rows.length;

  const onKeyDown = (event: KeyboardEvent): void => {
    const page = rowsOfPage(scroller.current, rowHeight);
    const to = listMove(event, { selected: shown, count: rows.length, page });
    if (to !== null) {
      event.preventDefault();
      virtualizer.scrollToIndex(to);
      onShow(to);
    } else if (event.key === ' ') {
      event.preventDefault();
      const row = rows[shown];
      if (row !== undefined) onInclude([row.reading.key], !row.isIncluded);
    }
  };
  return (
    <div className={classes.listPane}>
      <Checkbox
        size="xs"
        className={classes.all ?? ''}
        label={allWords(rows.length, together.length)}
        checked={isEach}
        disabled={together.length === 0 && included === 0}
        indeterminate={!isEach && included > 0}
        onChange={() =>
          onInclude(
            (isAll ? rows : together).map(({ reading }) => reading.key),
            !isAll,
          )
        }
      />
      <div
        ref={scroller}
        className={classes.list}
        role="grid"
        aria-label="Changed atoms"
        aria-rowcount={rows.length}
        aria-activedescendant={`${listId}-${shown}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div role="rowgroup" className={classes.spacer} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <Row
                key={index}
                id={`${listId}-${index}`}
                index={index}
                row={row}
                top={start}
                isShown={index === shown}
                onShow={() => onShow(index)}
                onInclude={(isIncluded) => onInclude([row.reading.key], isIncluded)}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function allWords(changed: number, together: number): string {
  return changed === together
    ? `Include all ${countOf(changed, 'atom')}`
    : `Include ${countOf(together, 'atom')}, without the ${changed - together} whose proof failed`;
}

interface RowProps {
  readonly id: string;
  readonly index: number;
  readonly row: ChangeRow;
  readonly top: number;
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly onInclude: (isIncluded: boolean) => void;
}

function Row({ id, index, row, top, isShown, onShow, onInclude }: RowProps) {
  const { reading, change, isIncluded, concerns } = row;
  return (
    <div
      id={id}
      className={classes.row}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isShown}
      data-left-out={!isIncluded || undefined}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onShow}
    >
      <span role="gridcell" className={classes.mark}>
        {/* Space does the same for the row that is shown, so that the list is one stop. */}
        <Checkbox
          size="xs"
          tabIndex={-1}
          aria-label={`Include ${visibleLine(reading.key).slice(0, 200)}`}
          checked={isIncluded}
          onChange={(event) => onInclude(event.currentTarget.checked)}
          onClick={(event) => event.stopPropagation()}
        />
      </span>
      <span role="gridcell" className={classes.atom}>
        <KeyText atomKey={reading.key} />
        <span className={classes.facts}>
          {countOf(change.count, 'replacement')}, {sizeWords(utf8Bytes(reading.value))} →{' '}
          {sizeWords(change.bytes)}
          {concerns.map((concern) => (
            <span key={concern} className={classes.concern} data-concern={concern}>
              {concernWords[concern]}
            </span>
          ))}
        </span>
      </span>
    </div>
  );
}
