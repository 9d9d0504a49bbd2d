import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useMemo, useRef, type KeyboardEvent } from 'react';
import type { WrittenAtom } from '#shared/domain/writeReceipt.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { readBackWords, versionStep } from '#shared/text/writeWords.ts';
import { visibleRowsAnd } from '../../ui/keptRow.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import { listMove, rowsOfPage } from '../../ui/listMove.ts';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import classes from './WrittenAtomList.module.css';

interface WrittenAtomListProps {
  readonly atoms: readonly WrittenAtom[];
  /** Whether the write was read back at all. */
  readonly isReadBack: boolean;
  readonly selected: number;
  readonly onSelect: (index: number) => void;
}

const rowHeight = 28;

/** The atoms of a batch, in the order sent: one tab stop, moving selects. Only visible rows are rendered. */
export function WrittenAtomList({ atoms, isReadBack, selected, onSelect }: WrittenAtomListProps) {
  const listId = useId();
  const listRef = useRef<HTMLDivElement>(null);
  const rangeExtractor = useMemo(() => visibleRowsAnd(selected), [selected]);
  const virtualizer = useVirtualizer({
    count: atoms.length,
    getScrollElement: () => listRef.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    rangeExtractor,
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const page = rowsOfPage(listRef.current, rowHeight);
    const index = listMove(event, { selected, count: atoms.length, page });
    if (index === null) return;
    event.preventDefault();
    virtualizer.scrollToIndex(index);
    onSelect(index);
  };
  return (
    <div
      ref={listRef}
      className={classes.list}
      role="listbox"
      aria-label="Atoms of this write"
      aria-activedescendant={`${listId}-${selected}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={classes.spacer} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const atom = atoms[index];
          return (
            atom !== undefined && (
              <div
                key={index}
                id={`${listId}-${index}`}
                className={classes.atom}
                role="option"
                aria-selected={index === selected}
                aria-setsize={atoms.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
                onClick={() => onSelect(index)}
              >
                <KeyText atomKey={atom.key} />
                <span className={classes.size}>{sizeWords(atom.bytes)}</span>
                <span className={classes.version} title="Version before and after">
                  {versionStep(atom)}
                </span>
                <span className={classes.mark}>{isReadBack && <ReadBackMark atom={atom} />}</span>
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function ReadBackMark({ atom }: { readonly atom: WrittenAtom }) {
  const found = readBackWords(atom);
  return found.kind === 'verdict' ? (
    <VerdictBadge status={found.verdict} size="sm" withLabel={false} />
  ) : (
    <span data-tone={found.kind}>{found.words}</span>
  );
}
