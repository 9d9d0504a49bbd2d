import type { KeyboardEvent } from 'react';

/**
 * The row that a key moves to in a list with one tab stop; null for other keys.
 *
 * @param page rows that Page Up and Page Down move by
 */
export function listMove(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  { selected, count, page }: { readonly selected: number; readonly count: number; readonly page: number },
): number | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  return rowAfterKey(event.key, selected, { count, page });
}

/** The same for row `at` of `count`, with any modifier keys. */
export function rowAfterKey(
  key: string,
  at: number,
  { count, page }: { readonly count: number; readonly page: number },
): number | null {
  if (count === 0) return null;
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined ? null : Math.max(0, Math.min(to, count - 1));
}

/**
 * The rows that Page Up and Page Down move by: those that fit into a list, less one, so that one stays visible.
 *
 * @param headerHeight in pixels; the header covers part of the list
 */
export function rowsOfPage(list: Element | null, rowHeight: number, headerHeight = 0): number {
  return Math.max(1, Math.floor(((list?.clientHeight ?? 0) - headerHeight) / rowHeight) - 1);
}
