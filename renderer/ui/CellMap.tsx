import { Group, Stack, Text } from '@mantine/core';
import { useId, useRef, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import classes from './kit.module.css';

/** How a cell looks: its `data-` attributes, which styles select, and its style. */
export type CellLook = { readonly style?: CSSProperties } & Readonly<
  Record<`data-${string}`, string | number | undefined>
>;

interface CellMapProps<Cell> {
  /** Accessible name of the map. */
  readonly label: string;
  /** Some hundreds at most: all of them exist. */
  readonly cells: readonly Cell[];
  readonly keyOf: (cell: Cell) => string;
  /** What a cell stands for, below the map and for screen readers. */
  readonly words: (cell: Cell) => string;
  readonly look: (cell: Cell) => CellLook;
  /** Beside the words: a `Swatch` for each look, with its meaning. */
  readonly legend: ReactNode;
}

/**
 * Many small cells in order, such as the leaves of a tree. The arrow keys and the pointer choose one, whose words are
 * shown below.
 *
 *     <CellMap label="Leaf map" cells={cells} keyOf={({ start }) => start} words={rangeWords} look={…} legend={…} />
 */
export function CellMap<Cell>(props: CellMapProps<Cell>) {
  const { label, cells, keyOf, words, look, legend } = props;
  const id = useId();
  const map = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(0);
  const active = Math.min(chosen, cells.length - 1);
  const cell = cells[active];

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = stepOf(event.key, columnsOf(map.current), active, cells.length);
    if (step === null) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(cells.length - 1, active + step)));
  };
  return (
    <Stack gap="xs">
      <div
        ref={map}
        className={classes.cells}
        role="listbox"
        aria-label={label}
        aria-orientation="horizontal"
        aria-activedescendant={`${id}-${active}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {cells.map((one, index) => (
          <div
            key={keyOf(one)}
            id={`${id}-${index}`}
            className={classes.cell}
            {...look(one)}
            role="option"
            aria-selected={index === active}
            aria-label={words(one)}
            onMouseEnter={() => setChosen(index)}
          />
        ))}
      </div>
      <Group justify="space-between" gap="2xs" c="dimmed" fz="sm">
        <Text inherit>{cell === undefined ? '' : words(cell)}</Text>
        <Group gap="2xs">{legend}</Group>
      </Group>
    </Stack>
  );
}

/** A cell in a legend. */
export function Swatch(look: CellLook) {
  return <span className={classes.cell} {...look} />;
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
