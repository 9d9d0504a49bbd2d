import type { CSSProperties } from 'react';
import type { LeafMap } from '#shared/domain/catalogue.ts';
import { rangeSize, rangeWords } from '#shared/text/leafWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { CellMap, Swatch } from '../../ui/CellMap.tsx';

type Cell = LeafMap['cells'][number];

/** The leaves of the tree in order. The more of a cell is known, the stronger its color. */
export function LeafGrid({ cells }: { readonly cells: readonly Cell[] }) {
  return (
    <CellMap
      label="Leaf map"
      cells={cells}
      keyOf={({ start }) => start}
      words={cellWords}
      look={(cell) => look(shareStep(cell))}
      legend={
        <>
          unknown
          {[0, 1, 2, 3, 4].map((step) => (
            <Swatch key={step} {...look(step)} />
          ))}
          known
          {cells.some(({ empty = 0 }) => empty > 0) && (
            <>
              <Swatch {...look('empty')} /> empty
            </>
          )}
        </>
      }
    />
  );
}

/** `Leaves 0 to 8: 3 of 9 known`. */
function cellWords(cell: Cell): string {
  const words = rangeWords(cell);
  const { known: count, empty = 0 } = cell;
  const size = Number(rangeSize(cell));
  const known =
    empty === size
      ? 'proven empty'
      : size === 1
        ? count > 0
          ? 'known'
          : 'unknown'
        : `${countWords(count)} of ${countWords(rangeSize(cell))} known${empty > 0 ? `, ${countWords(empty)} proven empty` : ''}`;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${known}`;
}

/** 0: nothing is known, 4: everything that is not empty is known, 1 to 3: parts of it. */
function shareStep(cell: Cell): number | 'empty' {
  const size = Number(rangeSize(cell)) - (cell.empty ?? 0);
  if (size === 0) return 'empty';
  if (cell.known === 0) return 0;
  return cell.known >= size ? 4 : 1 + Math.min(2, Math.floor((3 * cell.known) / size));
}

function look(share: number | 'empty') {
  return {
    'data-share': share,
    ...(share !== 'empty' && { style: { '--share': `${share * 25}%` } as CSSProperties }),
  };
}
