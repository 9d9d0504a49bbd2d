import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import { rowsInSightAnd } from './keptRow.ts';
import { KeyTreeRow } from './KeyTreeRow.tsx';
import classes from './KeyTree.module.css';
import { indexOfPath, moveInTree, rootPath, typeAhead, type TreeRow } from './treeRows.ts';

interface KeyTreeProps {
  readonly rows: readonly TreeRow[];
  /** What the rows' ranges count in. */
  readonly sortedKeys: readonly string[];
  readonly entries: ReadonlyMap<string, CatalogueEntry>;
  /** What the keys are filtered by, to mark it in them. */
  readonly pattern: RegExp | null;
  readonly prefix: string;
  readonly selectedKey: string | null;
  readonly onToggle: (path: string) => void;
  readonly onChoose: (row: TreeRow) => void;
}

const rowHeight = 28;
/** Letters typed within this time make one word. */
const typeAheadMs = 700;

/**
 * The tree of known keys: one tab stop, with the keys of the ARIA tree view pattern. The active row is named
 * by `aria-activedescendant`, since rows out of sight do not exist.
 */
export function KeyTree(props: KeyTreeProps) {
  const { rows, sortedKeys, entries, pattern, prefix, selectedKey, onToggle, onChoose } = props;
  const treeId = useId();
  const scrollRef = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const [activePath, setActivePath] = useState(selectedKey ?? prefix);
  const active = useMemo(() => indexOfPath(rows, activePath), [rows, activePath]);
  const rangeExtractor = useMemo(() => rowsInSightAnd(active), [active]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.path ?? index,
    overscan: 10,
    rangeExtractor,
    // What is brought into sight shows its neighbours too.
    scrollPaddingStart: 2 * rowHeight,
    scrollPaddingEnd: 2 * rowHeight,
  });

  // A key selected elsewhere (look-up, table, after storing) is brought into sight.
  const selectedIndex = useMemo(
    () => (selectedKey === null ? -1 : rows.findIndex(({ path }) => path === selectedKey)),
    [rows, selectedKey],
  );
  useEffect(() => {
    if (selectedIndex !== -1) virtualizer.scrollToIndex(selectedIndex);
  }, [selectedIndex, virtualizer]);

  const go = (index: number): void => {
    const row = rows[index];
    if (row === undefined) return;
    setActivePath(row.path);
    virtualizer.scrollToIndex(index);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[active];
    if (row !== undefined && (event.key === 'Enter' || (event.key === ' ' && !isTyping(typed.current)))) {
      event.preventDefault();
      onChoose(row);
      return;
    }
    const move = moveInTree(rows, active, event.key);
    if (move !== null) {
      event.preventDefault();
      if (move.kind === 'toggle') onToggle(move.path);
      else go(move.index);
    } else if (event.key.length === 1) {
      event.preventDefault();
      const text = isTyping(typed.current) ? typed.current.text + event.key : event.key;
      typed.current = { text, at: performance.now() };
      go(typeAhead(rows, active, text));
    }
  };

  return (
    <div
      ref={scrollRef}
      className={classes.tree}
      role="tree"
      aria-label="Known keys"
      aria-activedescendant={`${treeId}-${active}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div className={classes.spacer} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return (
            row !== undefined && (
              <KeyTreeRow
                key={row.path}
                id={`${treeId}-${index}`}
                row={row}
                firstKey={sortedKeys[row.start] ?? ''}
                entry={row.isKey ? entries.get(row.path) : undefined}
                pattern={pattern}
                top={start}
                isActive={index === active}
                isSelected={row.path === prefix && (row.hasChildren || row.path === rootPath)}
                isCurrent={row.path === selectedKey}
                onToggle={() => {
                  setActivePath(row.path);
                  onToggle(row.path);
                }}
                onChoose={() => {
                  setActivePath(row.path);
                  onChoose(row);
                }}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

function isTyping({ text, at }: { readonly text: string; readonly at: number }): boolean {
  return text !== '' && performance.now() - at < typeAheadMs;
}
