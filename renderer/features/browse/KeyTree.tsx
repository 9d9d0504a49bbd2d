import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, type KeyboardEvent } from 'react';
import type { KeyFilter, TreeQuery, TreeRow } from '#shared/domain/catalogueQuery.ts';
import type { RowWindowView } from '../../api/catalogueRows.ts';
import { unwrap } from '../../api/unwrap.ts';
import { rowsInSightAnd } from '../../ui/keptRow.ts';
import { rowsOfPage } from '../../ui/listMove.ts';
import { isTyping, moveInTree, nothingTyped, typeOn } from '../../ui/treeKeys.ts';
import { chainOf } from './keyPaths.ts';
import { openRowMenu } from './contextMenu.ts';
import { KeyTreeRow } from './KeyTreeRow.tsx';
import classes from './KeyTree.module.css';
import { siblingsOf } from './treeSiblings.ts';
import { useFollowedRow } from '../../ui/useFollowedRow.ts';
import { useSteadyRows } from '../../ui/useSteadyRows.ts';

interface KeyTreeProps {
  readonly query: TreeQuery;
  readonly window: RowWindowView<TreeQuery, TreeRow>;
  /** The table shows what is below it. */
  readonly path: string;
  /** The inspector shows it; null: none. */
  readonly shownKey: string | null;
  readonly revealed: { readonly key: string; readonly count: number } | null;
  readonly onToggle: (row: TreeRow) => void;
  readonly onOpen: (paths: readonly string[]) => void;
  readonly onChoose: (row: TreeRow) => void;
  /** Chosen to stay: a double click, or Enter on an atom that is shown already. */
  readonly onKeep: (key: string) => void;
  readonly onMenu: (row: TreeRow) => void;
}

const rowHeight = 28;
/** Rows around those in sight that exist too. */
const overscan = 10;

/**
 * The tree of known keys: one tab stop, with the keys of the ARIA tree view pattern. The active row is named
 * by `aria-activedescendant`, since rows out of sight do not exist.
 */
export function KeyTree(props: KeyTreeProps) {
  const { query, path, shownKey, revealed, onToggle, onOpen, onChoose, onKeep, onMenu } = props;
  const { rows, see } = props.window;
  const treeId = useId();
  const scrollRef = useRef<HTMLDivElement>(null);
  const typed = useRef(nothingTyped);
  const active = useFollowedRow({
    query,
    rows,
    first: shownKey ?? path,
    nameOf: (row) => row.path,
    locate: async (asked, name) =>
      (await unwrap(window.atomExplorer.locateInTree({ query: asked, target: { kind: 'path', path: name } })))
        .nearest,
    onFound: (index) => virtualizer.scrollToIndex(index),
  });
  const rangeExtractor = useMemo(() => rowsInSightAnd(active.index), [active.index]);
  const virtualizer = useVirtualizer({
    count: rows.total,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    overscan,
    rangeExtractor,
    // What is brought into sight shows its neighbours too.
    scrollPaddingStart: 2 * rowHeight,
    scrollPaddingEnd: 2 * rowHeight,
    paddingEnd: 4,
  });
  useSteadyRows(scrollRef, rows.moved * rowHeight);
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  useEffect(() =>
    see({ from: Math.max(0, startIndex - overscan), to: endIndex + overscan + 1, first: startIndex }),
  );

  // Another filter is another list: it is looked at from its beginning.
  const filterText = filterName(query.filter);
  useEffect(() => virtualizer.scrollToOffset(0), [virtualizer, filterText]);

  const { find } = active;
  const findLatest = useRef(find);
  useEffect(() => {
    findLatest.current = find;
  });
  useEffect(() => {
    if (revealed !== null) findLatest.current(revealed.key);
  }, [revealed]);

  const go = (index: number): void => {
    if (index < 0) return;
    active.put(rows.rowAt(index)?.path ?? null, index);
    virtualizer.scrollToIndex(index);
  };
  const activeIndex = Math.max(0, active.index);

  const typeAhead = async (text: string): Promise<void> => {
    const { index } = await unwrap(
      window.atomExplorer.locateInTree({ query, target: { kind: 'typed', text, after: activeIndex } }),
    );
    go(index);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const row = rows.rowAt(activeIndex);
    if (openRowMenu(event, `${treeId}-${activeIndex}`)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // When the key was pressed, however busy the window was since.
    const now = event.timeStamp;
    if (
      row !== undefined &&
      (event.key === 'Enter' || (event.key === ' ' && !isTyping(typed.current, now)))
    ) {
      event.preventDefault();
      if (event.key === 'Enter' && row.entry !== null && row.path === shownKey) onKeep(row.path);
      else onChoose(row);
      return;
    }
    const page = rowsOfPage(scrollRef.current, rowHeight);
    const move = moveInTree({ row, index: activeIndex, total: rows.total, page }, event.key);
    if (move !== null) {
      event.preventDefault();
      // Going elsewhere ends the word.
      typed.current = nothingTyped;
      if (move.kind === 'go') go(move.index);
      else if (row === undefined) return;
      else if (move.kind === 'toggle') onToggle(row);
      else void siblingsOf(query, row).then(onOpen, () => undefined);
    } else if (event.key.length === 1) {
      event.preventDefault();
      typed.current = typeOn(typed.current, event.key, now);
      void typeAhead(typed.current.text).catch(() => undefined);
    }
  };

  return (
    <div
      ref={scrollRef}
      className={classes.tree}
      role="tree"
      aria-label="Known keys"
      aria-activedescendant={rows.total === 0 ? undefined : `${treeId}-${activeIndex}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => {
        const index = indexUnder(event.target);
        const row = index === null ? undefined : rows.rowAt(index);
        if (row === undefined || index === null) {
          event.preventDefault();
          event.stopPropagation();
          return;
        }
        active.put(row.path, index);
        onMenu(row);
      }}
    >
      <div role="presentation" className={classes.spacer} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows.rowAt(index);
          return (
            <KeyTreeRow
              key={index}
              id={`${treeId}-${index}`}
              index={index}
              row={row}
              filter={query.filter}
              delimiter={query.delimiter}
              top={start}
              isActive={index === activeIndex}
              isSelected={row !== undefined && isTableOf(row, path, query.delimiter)}
              isCurrent={row !== undefined && row.entry !== null && row.path === shownKey}
              onToggle={() => {
                if (row === undefined) return;
                active.put(row.path, index);
                onToggle(row);
              }}
              onChoose={() => {
                if (row === undefined) return;
                active.put(row.path, index);
                onChoose(row);
              }}
              onKeep={() => {
                if (row !== undefined && row.entry !== null) onKeep(row.path);
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Whether the table of a path shows what is below this row: the path may be one that the row stands for. */
function isTableOf(row: TreeRow, path: string, delimiter: string): boolean {
  if (!row.hasChildren && row.level > 1) return false;
  return row.path === path || chainOf(row, delimiter).includes(path);
}

function filterName({ text, mode, states, bookmarked, tag }: KeyFilter): string {
  return JSON.stringify([text, mode, states, bookmarked, tag]);
}

/** The row that an event happened in. */
function indexUnder(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row === null ? null : Number(row.dataset['index']);
}
