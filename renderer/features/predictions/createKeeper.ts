/**
 * Remembers the items of the last time, and answers with the same object where an item says the same as before: so that
 * what did not change is not drawn again.
 */
export function createKeeper<T extends { readonly id: string }>(
  isSame: (before: T, now: T) => boolean,
): (items: readonly T[]) => readonly T[] {
  let last: ReadonlyMap<string, T> = new Map();
  return (items) => {
    const kept = items.map((item) => {
      const before = last.get(item.id);
      return before !== undefined && isSame(before, item) ? before : item;
    });
    last = new Map(kept.map((item) => [item.id, item]));
    return kept;
  };
}
