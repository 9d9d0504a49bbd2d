import { Group, Stack, Text } from '@mantine/core';
import { useId, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import type { LeafMap } from '#shared/domain/catalogue.ts';
import { rangeSize, rangeWords } from '#shared/text/leafWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import classes from './Discover.module.css';

type Cell = LeafMap['cells'][number];

/** The leaves of the tree in order. The more of a cell is known, the stronger its color. */
export function LeafGrid({ cells }: { readonly cells: readonly Cell[] }) {
  const id = useId();
  const grid = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(0);
  const active = Math.min(chosen, cells.length - 1);
  const cell = cells[active];

  const move = (event: KeyboardEvent): void => {
    const step = stepOf(event.key, columnsOf(grid.current), active, cells.length);
    if (step === null) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(cells.length - 1, active + step)));
  };
  return (
    <Stack gap="xs">
      <div
        ref={grid}
        className={classes.grid}
        role="listbox"
        aria-label="Leaf map"
        aria-orientation="horizontal"
        aria-activedescendant={`${id}-${active}`}
        tabIndex={0}
        onKeyDown={move}
      >
        {cells.map((one, index) => (
          <div
            key={one.start}
            id={`${id}-${index}`}
            {...swatch(shareStep(one))}
            role="option"
            aria-selected={index === active}
            aria-label={cellWords(one)}
            onMouseEnter={() => setChosen(index)}
          />
        ))}
      </div>
      <Group justify="space-between" gap="2xs" c="dimmed" fz="sm">
        <Text inherit>{cell === undefined ? '' : cellWords(cell)}</Text>
        <Group gap="2xs">
          unknown
          {[0, 1, 2, 3, 4].map((step) => (
            <span key={step} {...swatch(step)} />
          ))}
          known
          {cells.some(({ empty = 0 }) => empty > 0) && (
            <>
              <span {...swatch('empty')} /> empty
            </>
          )}
        </Group>
      </Group>
    </Stack>
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

function swatch(share: number | 'empty') {
  return {
    className: classes.cell,
    'data-share': share,
    ...(share !== 'empty' && { style: { '--share': `${share * 25}%` } as CSSProperties }),
  };
}

function columnsOf(grid: HTMLElement | null): number {
  return grid === null ? 1 : getComputedStyle(grid).gridTemplateColumns.split(' ').length;
}

function stepOf(key: string, columns: number, active: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return 1;
    case 'ArrowLeft':
      return -1;
    case 'ArrowDown':
      return active + columns < count ? columns : 0;
    case 'ArrowUp':
      return active >= columns ? -columns : 0;
    case 'Home':
      return -active;
    case 'End':
      return count - 1 - active;
    default:
      return null;
  }
}
