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
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  return rowAfterKey(event.key, selected, { count, page });
}

/** The row that a key leads to from row `at` of `count`, whatever is held down with it; null where it leads to none. */
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
 * Rows of one height that fit into a list, but one, so that a page up or down keeps one in sight.
 *
 * @param headerHeight pixels that a header takes from what is in sight
 */
export function rowsOfPage(list: Element | null, rowHeight: number, headerHeight = 0): number {
  return Math.max(1, Math.floor(((list?.clientHeight ?? 0) - headerHeight) / rowHeight) - 1);
}
