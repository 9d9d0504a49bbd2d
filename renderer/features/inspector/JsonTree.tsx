import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { IconFold, IconListTree } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import type { ListHandle } from '../../ui/lists/useVirtualRows.ts';
import { VirtualTree } from '../../ui/lists/VirtualTree.tsx';
import { JsonDetail } from './JsonDetail.tsx';
import type { JsonOutline } from './jsonOutline.ts';
import {
  everythingOpen,
  findInJson,
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

/** JSON as a tree, built from its text, so that numbers, repeated names, and escapes are shown as stored. */
export function JsonTree({ outline }: { readonly outline: JsonOutline }) {
  const tree = useRef<ListHandle>(null);
  const [open, setOpen] = useState(() => openAtFirst(outline));
  const [activeNode, setActiveNode] = useState(0);
  const [sought, setSought] = useState({ text: '', isMissing: false });
  const rows = useMemo(() => rowsOf(outline, open), [outline, open]);
  const toggle = (node: number): void => setOpen(toggled(open, node));
  const findNext = (): void => {
    const found = findInJson(outline, activeNode, sought.text);
    setSought({ ...sought, isMissing: found === null && sought.text !== '' });
    if (found === null) return;
    const shown = revealed(open, outline, found);
    setOpen(shown);
    setActiveNode(found);
    tree.current?.scrollTo(rowOf(rowsOf(outline, shown), found));
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
      <VirtualTree
        ref={tree}
        label="Value as JSON"
        rows={{ total: rows.length, rowAt: (index) => rows[index] }}
        rowHeight={23}
        className={classes.tree}
        rowClassName={classes.row}
        mostIndents={24}
        active={rowOf(rows, activeNode)}
        placeOf={(node, index) => ({
          ...rowOfTree(outline, rows, open, index),
          level: (outline.levels[node] ?? 0) + 1,
          position: (outline.places[node] ?? 0) + 1,
          siblings: node === 0 ? 1 : (outline.sizes[outline.parents[node] ?? 0] ?? 1),
        })}
        onMove={(index) => setActiveNode(rows[index] ?? 0)}
        onToggle={toggle}
        onPress={(node, by) => {
          if (by !== 'click' && (outline.sizes[node] ?? 0) > 0) toggle(node);
        }}
        renderRow={(node) => <JsonTreeRow outline={outline} node={node} />}
      />
      <JsonDetail key={activeNode} outline={outline} node={activeNode} />
    </div>
  );
}
