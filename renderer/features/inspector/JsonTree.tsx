import { Box, Group, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconFold, IconListTree } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { cutText } from '#shared/text/cutText.ts';
import { countOf } from '#shared/text/phrases.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { visibleLine, visiblePieces } from '#shared/text/visibleText.ts';
import { IconButton } from '../../ui/Buttons.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Pieces } from '../../ui/KeyText.tsx';
import type { ListHandle } from '../../ui/lists/useVirtualRows.ts';
import { VirtualTree } from '../../ui/lists/VirtualTree.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { useSliced } from '../../ui/useSliced.ts';
import { utf8SizeSteps } from '../../ui/utf8.ts';
import { kindOf, nameOf, pathOf, readString, type JsonOutline } from './jsonOutline.ts';
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

/** JSON as a tree, built from its text, so that numbers, duplicate properties, and escapes are shown as stored. */
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
      <Toolbar
        end={
          <>
            <IconButton
              size="sm"
              label="Expand all"
              icon={IconListTree}
              onClick={() => setOpen(everythingOpen)}
            />
            <IconButton
              size="sm"
              label="Collapse all"
              icon={IconFold}
              onClick={() => {
                setActiveNode(0);
                setOpen(onlyTopOpen);
              }}
            />
          </>
        }
      >
        <TextInput
          data-find
          flex={1}
          maw={260}
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
      </Toolbar>
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
        renderRow={(node) => <Row outline={outline} node={node} />}
      />
      <Detail key={activeNode} outline={outline} node={activeNode} />
    </div>
  );
}

interface NodeProps {
  readonly outline: JsonOutline;
  readonly node: number;
}

/** Longer values and names are cut off; no row is wide enough for more. */
const longestPreview = 300;

function Row({ outline, node }: NodeProps) {
  const { text, starts, ends, sizes } = outline;
  const kind = kindOf(outline, node);
  const size = sizes[node] ?? 0;
  const start = starts[node] ?? 0;
  const end = ends[node] ?? 0;
  const isCut = end - start > longestPreview;
  return (
    <>
      <Name outline={outline} node={node} />
      {kind === 'object' || kind === 'array' ? (
        <span className={classes.dim}>
          {kind === 'object'
            ? `{ ${countOf(size, 'property', 'properties')} }`
            : `[ ${countOf(size, 'item')} ]`}
        </span>
      ) : (
        <span className={classes.value} data-kind={kind}>
          <Pieces pieces={visiblePieces(text.slice(start, isCut ? start + longestPreview : end))} />
          {isCut && '…'}
        </span>
      )}
    </>
  );
}

function Name({ outline, node }: NodeProps) {
  const name = nameOf(outline, node);
  if (name === null) {
    return <span className={classes.dim}>{node === 0 ? '$' : `${outline.places[node]}:`}</span>;
  }
  const pieces = visiblePieces(name.slice(0, longestPreview), { markLeading: true, markTrailing: true });
  return (
    <>
      <span className={classes.name}>
        {name === '' ? <span className={classes.dim}>(empty name)</span> : <Pieces pieces={pieces} />}
      </span>
      {outline.repeated.has(node) && (
        <span
          className={classes.duplicate}
          title="This property occurs more than once in its object. Most programs read only one of its values."
        >
          <IconAlertTriangle size={12} aria-hidden /> duplicate
        </span>
      )}
      <span className={classes.colon}>:</span>
    </>
  );
}

/** The tree row shows shorter strings completely. */
const longestInRow = 60;
/** The text view shows the rest. */
const longestShown = 4_000;
const longestPath = 300;

/** Details of one node: its path, its size, and its string if the row cannot show all of it. */
function Detail({ outline, node }: NodeProps) {
  const written = outline.text.slice(outline.starts[node], outline.ends[node]);
  const isString = kindOf(outline, node) === 'string';
  const value = isString ? readString(written) : written;
  const bytes = useSliced(value, utf8SizeSteps);
  const path = pathOf(outline, node);
  const shownPath = visibleLine(path.slice(0, longestPath));
  const shown = cutText(value, longestShown);
  const isShown = isString && (value.length > longestInRow || value !== written.slice(1, -1));
  return (
    <Box flex="none" px="sm" py="2xs" style={{ borderTop: 'var(--hairline)' }}>
      <Group gap="2xs" wrap="nowrap">
        <Text span inherit truncate title={shownPath}>
          {shownPath}
        </Text>
        <CopyButton text={path} label="path" size="xs" />
        <Text span size="xs" c="dimmed" ml="auto" flex="none">
          {bytes !== null && sizeWords(bytes)}
        </Text>
        <CopyButton text={value} label={isString ? 'this text' : 'this part'} size="xs" />
      </Group>
      {isShown && (
        <pre className={classes.text} role="region" aria-label="String value" tabIndex={0}>
          <Pieces pieces={visiblePieces(shown, { keepLines: true })} />
          {shown.length < value.length && '…'}
        </pre>
      )}
    </Box>
  );
}
