/**
 * Returns a function that replaces each item that is the same as in the last call by the object of that call, so that
 * React does not render it again.
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
