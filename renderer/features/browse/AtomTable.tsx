import { memo, useCallback, useMemo, useRef, type ReactNode } from 'react';
import type { ShownColumn } from '#shared/domain/browseLayout.ts';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { AtomColumn, AtomRow, AtomsQuery, RowWindow } from '#shared/domain/catalogueQuery.ts';
import { shortHash } from '#shared/text/hashWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { agoWords, momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { keysOfRows, locateInAtoms, type RowWindowView } from '../../api/catalogueRows.ts';
import { isSelected, type RowSelection } from '../../state/rowSelection.ts';
import { KeyText, MarkedText } from '../../ui/KeyText.tsx';
import type { ColumnChanges } from '../../ui/lists/GridHeader.tsx';
import type { ListHandle, RowData } from '../../ui/lists/useVirtualRows.ts';
import { VirtualGrid, type RowChoice } from '../../ui/lists/VirtualGrid.tsx';
import { rangesWithin } from '../../ui/markedPieces.ts';
import { useFollowedRow } from '../../ui/useFollowedRow.ts';
import { AtomMark } from '../../ui/AtomMark.tsx';
import classes from './Browse.module.css';
import { findMatches } from './keyMatches.ts';
import { keyTail } from '../../state/keyPaths.ts';
import { BookmarkSign } from './KeyTree.tsx';
import { gridColumns, sourceWords } from './tableColumns.ts';

interface AtomTableProps {
  readonly query: AtomsQuery;
  readonly window: RowWindowView<AtomsQuery, AtomRow>;
  readonly columns: readonly ShownColumn[];
  readonly selection: RowSelection;
  readonly cursor: string | null;
  readonly anchor: string | null;
  readonly revealed: { readonly key: string; readonly count: number } | null;
  /** Epoch milliseconds, for `5 min ago`. */
  readonly now: number;
  readonly onSort: (column: AtomColumn) => void;
  readonly onColumns: ColumnChanges<AtomColumn>;
  /** `range`: the keys from the anchor to the row. `passed`: by an arrow key, on the way to another row. */
  readonly onChoose: (
    key: string,
    choice: RowChoice,
    how: { readonly range: readonly string[]; readonly passed: boolean },
  ) => void;
  readonly onSelectAll: () => void;
  readonly onSelectNone: () => void;
  readonly onKeep: (key: string) => void;
  readonly onMenu: (entry: CatalogueEntry) => void;
  readonly onViewport: (viewport: RowWindow) => void;
}

/** The atoms below a path. */
export function AtomTable(props: AtomTableProps) {
  const { query, selection, cursor, now, onKeep } = props;
  const { rows, see } = props.window;
  const grid = useRef<ListHandle>(null);
  const place = useFollowedRow({
    query,
    rows,
    first: cursor,
    nameOf: (entry) => entry.key,
    locate,
    onFound: (index) => grid.current?.scrollTo(index),
    revealed: props.revealed,
  });

  const choose = async (
    index: number,
    choice: RowChoice,
    { passed, isLatest }: { readonly passed: boolean; readonly isLatest: () => boolean },
  ): Promise<void> => {
    const anchor = choice === 'range' ? await anchorIndex(query, props.anchor ?? cursor) : index;
    const range =
      choice === 'range'
        ? await keysOfRows(query, { from: Math.min(anchor, index), to: Math.max(anchor, index) + 1 })
        : [];
    const entry = rows.query === query ? rows.rowAt(index) : undefined;
    const key = entry?.key ?? (await keysOfRows(query, { from: index, to: index + 1 }))[0];
    if (key === undefined || !isLatest()) return;
    place.put(key, index);
    props.onChoose(key, choice, { range, passed });
  };
  const tryToChoose = (...input: Parameters<typeof choose>): void => {
    // The rows themselves show the error.
    choose(...input).catch(() => undefined);
  };
  const chooseAlone = (index: number): void =>
    tryToChoose(index, 'only', { passed: false, isLatest: () => true });

  const { filter, delimiter, path, sort } = query;
  const columns = useMemo(() => gridColumns(props.columns), [props.columns]);
  const shownQuery = rows.query ?? query;
  const renderCell = useCallback(
    (entry: AtomRow, column: AtomColumn) => (
      <Content entry={entry} column={column} query={shownQuery} now={now} />
    ),
    [shownQuery, now],
  );
  return (
    <VirtualGrid
      ref={grid}
      label="Atoms"
      rows={rows}
      see={see}
      onViewport={props.onViewport}
      listName={JSON.stringify([filter, delimiter, path, sort])}
      columns={columns}
      active={Math.max(0, place.index)}
      isSelected={({ key }) => isSelected(selection, key)}
      sort={sort}
      onSort={props.onSort}
      onColumns={props.onColumns}
      onChoose={tryToChoose}
      onSelectAll={props.onSelectAll}
      onSelectNone={props.onSelectNone}
      onOpen={({ key }, index, by) => {
        if (by === 'pointer' || (cursor !== null && place.index !== -1)) onKeep(key);
        else chooseAlone(index);
      }}
      onMenu={(index) => {
        const entry = rows.rowAt(index);
        if (entry === undefined) return;
        if (!isSelected(selection, entry.key)) chooseAlone(index);
        props.onMenu(entry);
      }}
      rowClassName={classes.atomRow}
      rowData={dataOf}
      cellTitle={titleOf}
      renderCell={renderCell}
    />
  );
}

function dataOf({ readAt, gone }: CatalogueEntry): RowData {
  return { 'data-unread': readAt === null || gone || undefined };
}

async function locate(query: AtomsQuery, key: string): Promise<number> {
  return (await locateInAtoms({ query, key })).index;
}

/** The first row of a range; row 0 where the anchor is no longer listed. */
async function anchorIndex(query: AtomsQuery, anchor: string | null): Promise<number> {
  return anchor === null ? 0 : Math.max(0, await locate(query, anchor));
}

interface ContentProps {
  readonly entry: AtomRow;
  readonly column: AtomColumn;
  /** That of the rows. */
  readonly query: AtomsQuery;
  readonly now: number;
}

const Content = memo(function Content({ entry, column, query, now }: ContentProps): ReactNode {
  const { key, version, leafIndex, hash, source, firstSeenAt, placed } = entry;
  switch (column) {
    case 'key': {
      const tail = keyTail(key, query.path, query.delimiter);
      const found = findMatches(key, query.filter, query.delimiter);
      return (
        <>
          <KeyText atomKey={tail} ranges={rangesWithin(found, key.length - tail.length, key.length)} />
          {entry.bookmarked && <BookmarkSign />}
          <Tags tags={entry.tags} />
        </>
      );
    }
    case 'version':
      return version ?? '';
    case 'leaf':
      return leafIndex === null ? '' : countWords(leafIndex);
    case 'verdict':
      return <AtomMark entry={entry} />;
    case 'readAt':
      return whenWords(entry, now);
    case 'hash':
      return hash === null ? '' : <span className={classes.hash}>{visibleLine(hash.slice(0, 12))}</span>;
    case 'source':
      return sourceWords[source];
    case 'firstSeenAt':
      return agoWords(firstSeenAt, now);
    case 'changedAt':
      return entry.changedAt === null ? '' : agoWords(entry.changedAt, now);
    case 'root':
      return placed === null ? '' : <span className={classes.hash}>{shortHash(placed.rootHash)}</span>;
    case 'treeSize':
      return placed === null ? '' : countWords(placed.treeSize);
    case 'value':
      return <ValueCell entry={entry} />;
    default: {
      const at = query.show?.fields.indexOf(column) ?? -1;
      const text = entry.shown?.fields[at] ?? null;
      return text === null ? '' : <MarkedText text={text} ranges={[]} options={{}} />;
    }
  }
});

/** The value on one line, or why there is none. */
function ValueCell({ entry }: { readonly entry: AtomRow }): ReactNode {
  const { shown, readAt, gone } = entry;
  const preview = shown?.preview ?? null;
  if (preview !== null)
    return <MarkedText text={preview.text} ranges={preview.ranges} options={{ markLeading: true }} />;
  if (shown === undefined || gone) return '';
  return <span className={classes.absent}>{readAt === null ? 'not read yet' : 'not in memory'}</span>;
}

/** Further tags are only counted, to leave room for the key. */
const mostTags = 2;

function Tags({ tags }: Pick<CatalogueEntry, 'tags'>): ReactNode {
  if (tags.length === 0) return null;
  const more = tags.length - mostTags;
  return (
    <span className={classes.tags} title={tags.map(visibleLine).join(', ')}>
      {tags.slice(0, mostTags).map((tag) => (
        <span key={tag} className={classes.tag}>
          {visibleLine(tag)}
        </span>
      ))}
      {more > 0 && <span className={classes.more}>+{more}</span>}
    </span>
  );
}

function titleOf(
  { readAt, hash, firstSeenAt, changedAt, placed }: CatalogueEntry,
  column: AtomColumn,
): string | undefined {
  if (column === 'readAt' && readAt !== null) return momentWords(readAt);
  if (column === 'hash' && hash !== null) return visibleLine(hash);
  if (column === 'changedAt' && changedAt !== null) return momentWords(changedAt);
  if (column === 'root') return placed?.rootHash;
  return column === 'firstSeenAt' ? momentWords(firstSeenAt) : undefined;
}

function whenWords({ gone, readAt, source }: CatalogueEntry, now: number): string {
  if (gone) return 'not returned';
  if (readAt !== null) return agoWords(readAt, now);
  return source === 'prediction' ? 'predicted' : 'unread';
}
