/** What was removed lately, so that each removal can be undone while its notice is shown. */
export interface RecentlyRemoved<Item> {
  readonly add: (items: readonly Item[]) => void;
  readonly find: (ids: readonly string[]) => readonly Item[];
  readonly drop: (ids: readonly string[]) => void;
}

/** Removals that are kept; the window shows fewer notices at once. */
const mostRemovals = 8;

export function createRecentlyRemoved<Item extends { readonly id: string }>(): RecentlyRemoved<Item> {
  let removals: readonly (readonly Item[])[] = [];
  return {
    add: (items) => {
      removals = [...removals, items].slice(-mostRemovals);
    },
    find: (ids) => removals.flat().filter(({ id }) => ids.includes(id)),
    drop: (ids) => {
      removals = removals.map((items) => items.filter(({ id }) => !ids.includes(id)));
    },
  };
}
