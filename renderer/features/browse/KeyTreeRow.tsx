import { IconChevronRight } from '@tabler/icons-react';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import { countWords } from '#shared/text/sizes.ts';
import { AtomMark } from './AtomMark.tsx';
import { HighlightedKey } from './HighlightedKey.tsx';
import { matchesFrom } from './keyFilter.ts';
import classes from './KeyTree.module.css';
import { rootPath, type TreeRow } from './treeRows.ts';

interface KeyTreeRowProps {
  readonly id: string;
  readonly row: TreeRow;
  /** The first key of the row's range: a match of the filter is looked for in it. */
  readonly firstKey: string;
  readonly entry: CatalogueEntry | undefined;
  readonly pattern: RegExp | null;
  readonly top: number;
  readonly isActive: boolean;
  /** The table shows what is below it. */
  readonly isSelected: boolean;
  /** The inspector shows it. */
  readonly isCurrent: boolean;
  readonly onToggle: () => void;
  readonly onChoose: () => void;
}

const indentPerLevel = 14;

export function KeyTreeRow(props: KeyTreeRowProps) {
  const { row, entry, isActive, isSelected, isCurrent, onToggle, onChoose } = props;
  const count = row.end - row.start;
  return (
    <div
      id={props.id}
      className={classes.row}
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.hasChildren ? row.isExpanded : undefined}
      aria-selected={isSelected}
      aria-current={isCurrent}
      data-active={isActive || undefined}
      style={{ transform: `translateY(${props.top}px)`, paddingLeft: (row.level - 1) * indentPerLevel + 2 }}
      onClick={onChoose}
    >
      {row.hasChildren ? (
        <span
          className={classes.twist}
          data-open={row.isExpanded || undefined}
          aria-hidden
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
        >
          <IconChevronRight size={14} />
        </span>
      ) : (
        <span className={classes.twist} />
      )}
      <span className={classes.label}>
        <Label {...props} />
      </span>
      {row.hasChildren && <span className={classes.count}>{countWords(count)}</span>}
      {entry !== undefined && <AtomMark entry={entry} />}
    </div>
  );
}

function Label({ row, firstKey, pattern }: KeyTreeRowProps) {
  if (row.path === rootPath) return <span className={classes.all}>All known keys</span>;
  if (row.label === '') return <span className={classes.emptySegment}>empty segment</span>;
  const ranges =
    pattern === null
      ? []
      : matchesFrom(firstKey, row.path.length - row.label.length, row.path.length, pattern);
  return <HighlightedKey text={row.label} ranges={ranges} />;
}
