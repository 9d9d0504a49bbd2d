import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { IconFold, IconListTree } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { visibleRowsAnd } from '../../ui/keptRow.ts';
import { rowsOfPage } from '../../ui/listMove.ts';
import { moveInTree } from '../../ui/treeKeys.ts';
import { JsonDetail } from './JsonDetail.tsx';
import type { JsonOutline } from './jsonOutline.ts';
import {
  everythingOpen,
  findInJson,
  isOpen,
  onlyTopOpen,
  openAtFirst,
  revealed,
  rowOf,
  rowOfTree,
  rowsOf,
  toggled,
} from './jsonRows.ts';
import classes from './ValueViews.module.css';
import { JsonTreeRow } from './JsonTreeRow.tsx';

const rowHeight = 23;

/**
 * JSON as a tree, from its text: numbers, repeated names and escapes are as they were stored. One tab stop, with
 * the keys of the ARIA tree view pattern; rows outside the viewport are not rendered.
 */
export function JsonTree({ outline }: { readonly outline: JsonOutline }) {
  const treeId = useId();
  const scrollRef = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(() => openAtFirst(outline));
  const [activeNode, setActiveNode] = useState(0);
  const [sought, setSought] = useState({ text: '', isMissing: false });
  const rows = useMemo(() => rowsOf(outline, open), [outline, open]);
  const active = rowOf(rows, activeNode);
  const rangeExtractor = useMemo(() => visibleRowsAnd(active), [active]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    rangeExtractor,
    scrollPaddingStart: rowHeight,
    scrollPaddingEnd: rowHeight,
  });

  const go = (row: number): void => {
    setActiveNode(rows[row] ?? 0);
    virtualizer.scrollToIndex(row);
  };
  const toggle = (node: number): void => {
    setActiveNode(node);
    setOpen(toggled(open, node));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rowOfTree(outline, rows, open, active);
    const page = rowsOfPage(scrollRef.current, rowHeight);
    const isTaking = event.key === 'Enter' || event.key === ' ';
    const move = moveInTree({ row, index: active, total: rows.length, page }, event.key);
    if (move?.kind === 'go') go(move.index);
    else if (move?.kind === 'toggle' || (isTaking && row.hasChildren)) toggle(rows[active] ?? 0);
    else return;
    event.preventDefault();
  };
  const findNext = (): void => {
    const found = findInJson(outline, activeNode, sought.text);
    setSought({ ...sought, isMissing: found === null && sought.text !== '' });
    if (found === null) return;
    const shown = revealed(open, outline, found);
    setOpen(shown);
    setActiveNode(found);
    // The list counts its rows anew only after this; the place of the row is known already.
    const row = rowOf(rowsOf(outline, shown), found);
    requestAnimationFrame(() => virtualizer.scrollToIndex(row));
  };

  return (
    <div className={classes.frame}>
      <div className={classes.tools}>
        <TextInput
          className={classes.find ?? ''}
          size="xs"
          aria-label="Find in the JSON"
          placeholder="Find (Enter for next)"
          value={sought.text}
          error={sought.isMissing && 'No matches'}
          onChange={(event) => setSought({ text: event.currentTarget.value, isMissing: false })}
          onKeyDown={(event) => {
            if (event.key === 'Enter') findNext();
          }}
          spellCheck={false}
          autoComplete="off"
        />
        <Tooltip label="Expand all">
          <ActionIcon size="sm" aria-label="Expand all" onClick={() => setOpen(everythingOpen)}>
            <IconListTree size={15} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Collapse all">
          <ActionIcon
            size="sm"
            aria-label="Collapse all"
            onClick={() => {
              setActiveNode(0);
              setOpen(onlyTopOpen);
            }}
          >
            <IconFold size={15} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      <div
        ref={scrollRef}
        className={classes.tree}
        role="tree"
        aria-label="Value as JSON"
        aria-activedescendant={`${treeId}-${String(active)}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div className={classes.spacer} role="presentation" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const node = rows[index] ?? 0;
            return (
              <JsonTreeRow
                key={node}
                id={`${treeId}-${String(index)}`}
                outline={outline}
                node={node}
                top={start}
                isOpen={isOpen(open, node)}
                isActive={index === active}
                onSelect={() => setActiveNode(node)}
                onToggle={() => toggle(node)}
              />
            );
          })}
        </div>
      </div>
      <JsonDetail key={activeNode} outline={outline} node={activeNode} />
    </div>
  );
}
