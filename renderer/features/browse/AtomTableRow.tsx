import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import { countWords } from '#shared/text/sizes.ts';
import { agoWords, momentWords } from '#shared/text/times.ts';
import { AtomMark } from './AtomMark.tsx';
import { keyTail } from './atomRows.ts';
import classes from './AtomTable.module.css';
import { HighlightedKey } from './HighlightedKey.tsx';
import { matchesFrom } from './keyFilter.ts';

interface AtomTableRowProps {
  readonly id: string;
  readonly rowIndex: number;
  readonly entry: CatalogueEntry;
  readonly prefix: string;
  readonly pattern: RegExp | null;
  readonly now: number;
  readonly top: number;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

export function AtomTableRow(props: AtomTableRowProps) {
  const { entry, prefix, pattern, now, isSelected } = props;
  const { key, version, leafIndex, readAt, gone } = entry;
  const tail = keyTail(key, prefix);
  const ranges = pattern === null ? [] : matchesFrom(key, key.length - tail.length, key.length, pattern);
  const isUnread = readAt === null || gone;
  return (
    <div
      id={props.id}
      className={`${classes.row ?? ''} ${classes.columns ?? ''}`}
      role="row"
      aria-rowindex={props.rowIndex}
      aria-selected={isSelected}
      data-unread={isUnread || undefined}
      style={{ transform: `translateY(${props.top}px)` }}
      onClick={props.onSelect}
    >
      <span role="gridcell" className={classes.cell} data-key data-column="key">
        <HighlightedKey text={tail} ranges={ranges} />
      </span>
      <span role="gridcell" className={classes.cell} data-numeric data-column="version">
        {version ?? ''}
      </span>
      <span role="gridcell" className={classes.cell} data-numeric data-column="leaf">
        {leafIndex === null ? '' : countWords(leafIndex)}
      </span>
      <span role="gridcell" className={classes.cell} data-mark data-column="verdict">
        <AtomMark entry={entry} />
      </span>
      <span
        role="gridcell"
        className={classes.cell}
        data-when
        data-column="readAt"
        title={readAt === null ? undefined : momentWords(readAt)}
      >
        {whenWords(entry, now)}
      </span>
    </div>
  );
}

function whenWords({ gone, readAt, source }: CatalogueEntry, now: number): string {
  if (gone) return 'gone';
  if (readAt !== null) return agoWords(readAt, now);
  return source === 'prediction' ? 'predicted' : 'unread';
}
