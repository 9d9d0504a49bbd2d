import { Text } from '@mantine/core';
import { memo, useCallback, useRef } from 'react';
import { IconBookmarkFilled } from '@tabler/icons-react';
import type { TreeQuery, TreeRow } from '#shared/domain/catalogueQuery.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { catalogueTree, locateInTree } from '../../api/catalogueRows.ts';
import type { RowWindowView } from '../../api/catalogueRows.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import type { ListHandle } from '../../ui/lists/useVirtualRows.ts';
import { VirtualTree } from '../../ui/lists/VirtualTree.tsx';
import { rangesWithin } from '../../ui/markedPieces.ts';
import { useFollowedRow } from '../../ui/useFollowedRow.ts';
import { AtomMark } from '../../ui/AtomMark.tsx';
import classes from './Browse.module.css';
import { findMatches } from './keyMatches.ts';
import { ancestorsOf, chainOf, parentOfRow, rootPath } from '../../state/keyPaths.ts';

interface KeyTreeProps {
  readonly query: TreeQuery;
  readonly window: RowWindowView<TreeQuery, TreeRow>;
  /** The table shows the atoms below it. */
  readonly path: string;
  /** The inspector shows it; null: none. */
  readonly shownKey: string | null;
  readonly revealed: { readonly key: string; readonly count: number } | null;
  readonly onToggle: (row: TreeRow) => void;
  readonly onOpen: (paths: readonly string[]) => void;
  readonly onChoose: (row: TreeRow) => void;
  /** By a double click, or Enter on the atom that is shown: its tab stays open. */
  readonly onKeep: (key: string) => void;
  readonly onMenu: (row: TreeRow) => void;
}

/** The tree of known keys. */
export function KeyTree(props: KeyTreeProps) {
  const { query, path, shownKey, onOpen, onChoose, onKeep, onMenu } = props;
  const { rows, see } = props.window;
  const tree = useRef<ListHandle>(null);
  const active = useFollowedRow({
    query,
    rows,
    first: shownKey ?? path,
    nameOf: (row) => row.path,
    locate: async (asked, name) =>
      (await locateInTree({ query: asked, target: { kind: 'path', path: name } })).nearest,
    onFound: (index) => tree.current?.scrollTo(index),
    revealed: props.revealed,
  });
  const { text, mode, states, bookmarked, tags } = query.filter;
  const shownQuery = rows.query ?? query;
  const renderRow = useCallback((row: TreeRow) => <KeyTreeRow row={row} query={shownQuery} />, [shownQuery]);
  return (
    <VirtualTree
      ref={tree}
      label="Known keys"
      rows={rows}
      see={see}
      listName={JSON.stringify([text, mode, states, bookmarked, tags])}
      rowHeight={28}
      rowClassName={classes.treeRow}
      active={Math.max(0, active.index)}
      placeOf={(row) => row}
      isSelected={(row) => isTableOf(row, path, query.delimiter)}
      isCurrent={(row) => row.entry !== null && row.path === shownKey}
      onMove={(index) => active.put(rows.rowAt(index)?.path ?? null, index)}
      onToggle={props.onToggle}
      onOpenSiblings={(row) => void siblingsOf(query, row).then(onOpen, () => undefined)}
      onPress={(row, by) => {
        const isAtom = row.entry !== null;
        if (isAtom && (by === 'double-click' || (by === 'Enter' && row.path === shownKey))) onKeep(row.path);
        else if (by !== 'double-click') onChoose(row);
      }}
      findTyped={async (typed, after) =>
        (await locateInTree({ query, target: { kind: 'typed', text: typed, after } })).index
      }
      onMenu={(index) => {
        const row = rows.rowAt(index);
        if (row === undefined) return;
        active.put(row.path, index);
        onMenu(row);
      }}
      renderRow={renderRow}
    />
  );
}

/** Siblings opened at once at most. */
const mostSiblings = 1_000;

/** The paths of a row and its siblings that have children, each with the paths that its row stands for. */
async function siblingsOf(query: TreeQuery, row: TreeRow): Promise<readonly string[]> {
  const ancestors = ancestorsOf(row.path, query.delimiter);
  const parent = parentOfRow(row, query.delimiter);
  // With nothing else open, the siblings are the rows right below their parent.
  const bare: TreeQuery = { ...query, open: { others: false, except: ancestors } };
  const { index } = await locateInTree({ query: bare, target: { kind: 'path', path: parent } });
  const from = index + 1;
  const { rows } = await catalogueTree({
    query: bare,
    window: { from, to: from + Math.min(row.siblings, mostSiblings) },
  });
  return rows
    .filter(({ hasChildren }) => hasChildren)
    .flatMap((sibling) => chainOf(sibling, query.delimiter));
}

/** Whether the table of a path shows the atoms below this row: the path may be one that the row stands for. */
function isTableOf(row: TreeRow, path: string, delimiter: string): boolean {
  if (!row.hasChildren && row.level > 1) return false;
  return row.path === path || chainOf(row, delimiter).includes(path);
}

interface KeyTreeRowProps {
  readonly row: TreeRow;
  /** That of the rows, so that a letter typed into the filter draws them only once: when the new ones arrive. */
  readonly query: TreeQuery;
}

const KeyTreeRow = memo(function KeyTreeRow({ row, query }: KeyTreeRowProps) {
  return (
    <>
      {/* Named as a whole: a screen reader would read the two parts that it is drawn in as two words. */}
      <span className={classes.label} role="img" aria-label={labelName(row)}>
        <Label row={row} query={query} />
      </span>
      {row.hasChildren && <span className={classes.count}>{countWords(row.keyCount)}</span>}
      {row.entry?.bookmarked === true && <BookmarkSign />}
      {row.entry !== null && <AtomMark entry={row.entry} />}
    </>
  );
});

export function BookmarkSign() {
  return (
    <span className={classes.bookmark} role="img" aria-label="Bookmarked">
      <IconBookmarkFilled size={12} aria-hidden />
    </span>
  );
}

/** Characters at the end of a label that stay when it is cut: siblings differ from their beginning on. */
const longestTail = 8;

function Label({ row, query }: KeyTreeRowProps) {
  const { path, label } = row;
  if (path === rootPath)
    return (
      <Text span fz="sm" fw={600} truncate>
        All known keys
      </Text>
    );
  if (label === '') return <span className={classes.emptySegment}>empty segment</span>;
  const matches = findMatches(path, query.filter, query.delimiter);
  const found = rangesWithin(matches, path.length - label.length, path.length);
  return <KeyText atomKey={label} ranges={found} longestTail={longestTail} />;
}

/** Of an atom the whole key, because what is above a row is not announced with it. */
function labelName({ path, label, entry }: TreeRow): string {
  if (path === rootPath) return 'All known keys';
  if (entry !== null) return visibleLine(path);
  return label === '' ? 'empty segment' : visibleLine(label);
}
