import { useState, type KeyboardEvent } from 'react';

/** The keys of a list box with one tab stop: arrows, Home and End move the active option; Enter and Space select it. */
export function useListKeys(input: {
  readonly count: number;
  readonly selected: number;
  readonly onTake: (index: number) => void;
  /** Whether moving selects too. */
  readonly takesOnMove: boolean;
}) {
  const { count, selected, onTake, takesOnMove } = input;
  const [moved, setMoved] = useState<number | null>(null);
  const active = Math.min(moved ?? Math.max(selected, 0), Math.max(count - 1, 0));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (count === 0) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onTake(active);
      return;
    }
    const isFirstMove = moved === null && selected === -1;
    const to = {
      ArrowDown: isFirstMove ? 0 : Math.min(active + 1, count - 1),
      ArrowUp: Math.max(active - 1, 0),
      Home: 0,
      End: count - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setMoved(to);
    event.currentTarget.querySelectorAll('[role="option"]')[to]?.scrollIntoView({ block: 'nearest' });
    if (takesOnMove) onTake(to);
  };
  return { active, onKeyDown, setActive: setMoved };
}
