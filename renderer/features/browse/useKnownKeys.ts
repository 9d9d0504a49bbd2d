import { useDeferredValue, useMemo } from 'react';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { BrowseView } from '../../state/browseStore.ts';
import { sortEntries } from './atomRows.ts';
import { isPathExpanded } from './browseView.ts';
import { filterKeys, substringPattern } from './keyFilter.ts';
import { compareKeys, rangeOfPrefix } from './keyOrder.ts';
import { flattenTree } from './treeRows.ts';

/** What Browse shows of the catalogue: each step is made anew only when what it depends on has changed. */
export function useKnownKeys(catalogue: readonly CatalogueEntry[], view: BrowseView) {
  const entries = useMemo(() => new Map(catalogue.map((entry) => [entry.key, entry])), [catalogue]);
  const allKeys = useMemo(() => [...entries.keys()].sort(compareKeys), [entries]);

  // Typing goes on while a long list is being filtered.
  const filter = useDeferredValue(view.filter);
  const pattern = useMemo(() => substringPattern(filter), [filter]);
  const keys = useMemo(() => filterKeys(allKeys, pattern), [allKeys, pattern]);

  const { expanded, closedInFilter, prefix, sort } = view;
  const rows = useMemo(
    () => flattenTree(keys, (path) => isPathExpanded({ expanded, closedInFilter, filter }, path)),
    [keys, expanded, closedInFilter, filter],
  );
  const tableEntries = useMemo(() => {
    const { start, end } = rangeOfPrefix(keys, prefix);
    const below = keys.slice(start, end).map((key) => entries.get(key));
    return sortEntries(
      below.filter((entry) => entry !== undefined),
      sort,
    );
  }, [keys, entries, prefix, sort]);

  return { entries, allKeys, keys, pattern, rows, tableEntries };
}
