import { IconBookmarkFilled } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import type { CatalogueEntry, KeySource } from '#shared/domain/catalogue.ts';
import type { AtomsQuery, SortColumn } from '#shared/domain/catalogueQuery.ts';
import { countWords } from '#shared/text/sizes.ts';
import { agoWords, momentWords } from '#shared/text/times.ts';
import { shortHash } from '#shared/text/hashWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { AtomMark } from './AtomMark.tsx';
import classes from './AtomTable.module.css';
import { KeyText } from '../../ui/KeyText.tsx';
import { rangesWithin } from '../../ui/markedPieces.ts';
import { findMatches } from './keyMatches.ts';
import { keyTail } from './keyPaths.ts';
import { tableColumns } from './tableColumns.ts';

interface AtomTableRowProps {
  readonly id: string;
  readonly index: number;
  /** undefined while it has not come. */
  readonly entry: CatalogueEntry | undefined;
  readonly columns: readonly SortColumn[];
  readonly query: AtomsQuery;
  readonly now: number;
  readonly top: number;
  readonly isSelected: boolean;
  /** The arrow keys go on from here. */
  readonly isActive: boolean;
  readonly onClick: (event: MouseEvent) => void;
  readonly onKeep: () => void;
}

export function AtomTableRow(props: AtomTableRowProps) {
  const { id, index, entry, columns, query, now, top, isSelected, isActive, onClick, onKeep } = props;
  return (
    <div
      id={id}
      className={`${classes.row ?? ''} ${classes.columns ?? ''}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-index={index}
      data-active={isActive || undefined}
      data-unread={(entry !== undefined && (entry.readAt === null || entry.gone)) || undefined}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onClick}
      onDoubleClick={onKeep}
      onAuxClick={(event) => {
        if (event.button === 1) onKeep();
      }}
    >
      {columns.map((column) => (
        <span
          key={column}
          role="gridcell"
          className={classes.cell}
          data-column={column}
          data-numeric={tableColumns[column].isNumeric}
          data-key={column === 'key' || undefined}
          data-mark={column === 'verdict' || undefined}
          data-dim={dimColumns.has(column) || undefined}
          title={entry === undefined ? undefined : titleOf(entry, column)}
        >
          {entry === undefined ? (
            column === 'key' && <span className={classes.coming} />
          ) : (
            <Content entry={entry} column={column} query={query} now={now} />
          )}
        </span>
      ))}
    </div>
  );
}

const dimColumns: ReadonlySet<SortColumn> = new Set(['readAt', 'hash', 'source', 'firstSeenAt', 'root']);

const sourceWords: Readonly<Record<KeySource, string>> = {
  recall: 'recall',
  prediction: 'prediction',
  lookup: 'look-up',
  write: 'stored',
  import: 'import',
};

interface ContentProps {
  readonly entry: CatalogueEntry;
  readonly column: SortColumn;
  readonly query: AtomsQuery;
  readonly now: number;
}

function Content({ entry, column, query, now }: ContentProps): ReactNode {
  const { key, version, leafIndex, hash, source, firstSeenAt, placed } = entry;
  switch (column) {
    case 'key': {
      const tail = keyTail(key, query.path, query.delimiter);
      const found = findMatches(key, query.filter, query.delimiter);
      return (
        <>
          <KeyText atomKey={tail} ranges={rangesWithin(found, key.length - tail.length, key.length)} />
          {entry.bookmarked && (
            <span className={classes.bookmark} role="img" aria-label="Bookmarked">
              <IconBookmarkFilled size={12} aria-hidden />
            </span>
          )}
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
    case 'root':
      return placed === null ? '' : <span className={classes.hash}>{shortHash(placed.rootHash)}</span>;
    case 'treeSize':
      return placed === null ? '' : countWords(placed.treeSize);
  }
}

/** More of them are counted only: the key comes first. */
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
  { readAt, hash, firstSeenAt, placed }: CatalogueEntry,
  column: SortColumn,
): string | undefined {
  if (column === 'readAt' && readAt !== null) return momentWords(readAt);
  if (column === 'hash' && hash !== null) return visibleLine(hash);
  if (column === 'root') return placed?.rootHash;
  return column === 'firstSeenAt' ? momentWords(firstSeenAt) : undefined;
}

function whenWords({ gone, readAt, source }: CatalogueEntry, now: number): string {
  if (gone) return 'not returned';
  if (readAt !== null) return agoWords(readAt, now);
  return source === 'prediction' ? 'predicted' : 'unread';
}
