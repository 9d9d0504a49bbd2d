import { IconBookmarkFilled, IconChevronRight } from '@tabler/icons-react';
import type { KeyFilter, TreeRow } from '#shared/domain/catalogueQuery.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { AtomMark } from './AtomMark.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { rangesWithin } from '../../ui/markedPieces.ts';
import { findMatches } from './keyMatches.ts';
import { rootPath } from './keyPaths.ts';
import classes from './KeyTree.module.css';

interface KeyTreeRowProps {
  readonly id: string;
  readonly index: number;
  /** undefined while it has not come. */
  readonly row: TreeRow | undefined;
  readonly filter: KeyFilter;
  readonly delimiter: string;
  readonly top: number;
  readonly isActive: boolean;
  /** The table shows what is below it. */
  readonly isSelected: boolean;
  /** The inspector shows it. */
  readonly isCurrent: boolean;
  readonly onToggle: () => void;
  readonly onChoose: () => void;
  readonly onKeep: () => void;
}

const indentPerLevel = 14;
/** Of a label: siblings differ from their beginning on, so that most of the width goes there. */
const longestTail = 8;
/** Deeper levels are not moved in any further: the row must not leave the pane. */
const mostIndent = 10;

export function KeyTreeRow(props: KeyTreeRowProps) {
  const { id, index, row, top, isActive, isSelected, isCurrent, onToggle, onChoose, onKeep } = props;
  if (row === undefined) {
    return (
      <div
        id={id}
        className={classes.row}
        role="treeitem"
        aria-label="Loading"
        aria-selected={false}
        data-active={isActive || undefined}
        data-index={index}
        style={{ transform: `translateY(${top}px)` }}
      >
        <span className={classes.coming} />
      </div>
    );
  }
  const isOpen = row.hasChildren && row.isOpen;
  return (
    <div
      id={id}
      className={classes.row}
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.hasChildren ? isOpen : undefined}
      aria-selected={isSelected}
      aria-current={isCurrent}
      data-active={isActive || undefined}
      data-index={index}
      style={{
        transform: `translateY(${top}px)`,
        paddingLeft: Math.min(row.level - 1, mostIndent) * indentPerLevel + 2,
      }}
      onClick={onChoose}
      onDoubleClick={onKeep}
    >
      {row.hasChildren ? (
        <span
          className={classes.twist}
          data-open={isOpen || undefined}
          aria-hidden
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          <IconChevronRight size={14} />
        </span>
      ) : (
        <span className={classes.twist} />
      )}
      {/* Named as a whole: drawn in two parts, a screen reader would read it as two words. */}
      <span className={classes.label} role="img" aria-label={labelName(row)}>
        <Label row={row} filter={props.filter} delimiter={props.delimiter} />
      </span>
      {row.hasChildren && <span className={classes.count}>{countWords(row.keyCount)}</span>}
      {row.entry?.bookmarked === true && (
        <span className={classes.bookmark} role="img" aria-label="Bookmarked">
          <IconBookmarkFilled size={12} aria-hidden />
        </span>
      )}
      {row.entry !== null && <AtomMark entry={row.entry} />}
    </div>
  );
}

interface LabelProps {
  readonly row: TreeRow;
  readonly filter: KeyFilter;
  readonly delimiter: string;
}

function Label({ row, filter, delimiter }: LabelProps) {
  const { path, label } = row;
  if (path === rootPath) return <span className={classes.all}>{labelName(row)}</span>;
  if (label === '') return <span className={classes.emptySegment}>{labelName(row)}</span>;
  const found = rangesWithin(findMatches(path, filter, delimiter), path.length - label.length, path.length);
  return <KeyText atomKey={label} ranges={found} longestTail={longestTail} />;
}

function labelName({ path, label }: TreeRow): string {
  if (path === rootPath) return 'All known keys';
  return label === '' ? 'empty segment' : visibleLine(label);
}
