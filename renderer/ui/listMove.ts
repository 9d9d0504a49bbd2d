import type { KeyboardEvent } from 'react';

/**
 * Where a key moves the selection of a list with one tab stop; null for keys that do not move it.
 *
 * @param page rows that a page up or down passes
 */
export function listMove(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  { selected, count, page }: { readonly selected: number; readonly count: number; readonly page: number },
): number | null {
  if (event.ctrlKey || event.metaKey || event.altKey || count === 0) return null;
  const to = {
    ArrowDown: selected + 1,
    ArrowUp: selected - 1,
    PageDown: selected + page,
    PageUp: selected - page,
    Home: 0,
    End: count - 1,
  }[event.key];
  return to === undefined ? null : Math.max(0, Math.min(to, count - 1));
}

/** Rows of one height that fit into a list, but one, so that a page up or down keeps one in sight. */
export function rowsOfPage(list: Element | null, rowHeight: number): number {
  return Math.max(1, Math.floor((list?.clientHeight ?? 0) / rowHeight) - 1);
}
