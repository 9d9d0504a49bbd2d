import type { BrowseView } from '../../state/browseStore.ts';
import { filterKeys, substringPattern } from './keyFilter.ts';
import { isAtOrBelow } from './keyOrder.ts';
import { ancestorsOf, firstOpenPaths, parentOf, rootPath } from './treeRows.ts';

/** Shows one atom: the table at its prefix unless it is in the table already, the tree open down to it. */
export function revealAtom(view: BrowseView, key: string): BrowseView {
  const isInTable = isAtOrBelow(key, view.prefix);
  const isFilteredOut = filterKeys([key], substringPattern(view.filter)).length === 0;
  return {
    ...view,
    expanded: new Set([...(view.expanded ?? []), ...ancestorsOf(key)]),
    prefix: isInTable ? view.prefix : parentOf(key),
    selectedKey: key,
    filter: isFilteredOut ? '' : view.filter,
  };
}

/** Shows one atom that is in the table already; the tree stays as it is. */
export function selectAtom(view: BrowseView, key: string): BrowseView {
  return { ...view, selectedKey: key };
}

export function selectPrefix(view: BrowseView, prefix: string): BrowseView {
  return { ...view, prefix };
}

export function setFilter(view: BrowseView, filter: string): BrowseView {
  return { ...view, filter, closedInFilter: new Set() };
}

/** Opens the first levels of a tree that was never looked at. */
export function openAtFirstSight(view: BrowseView, sortedKeys: readonly string[]): BrowseView {
  return view.expanded === null ? { ...view, expanded: new Set(firstOpenPaths(sortedKeys)) } : view;
}

export function isPathExpanded(
  view: Pick<BrowseView, 'expanded' | 'closedInFilter' | 'filter'>,
  path: string,
): boolean {
  if (view.filter !== '') return !view.closedInFilter.has(path);
  return view.expanded?.has(path) ?? path === rootPath;
}

export function togglePath(view: BrowseView, path: string): BrowseView {
  return view.filter === ''
    ? { ...view, expanded: withToggled(view.expanded ?? new Set([rootPath]), path) }
    : { ...view, closedInFilter: withToggled(view.closedInFilter, path) };
}

function withToggled(paths: ReadonlySet<string>, path: string): ReadonlySet<string> {
  const changed = new Set(paths);
  if (!changed.delete(path)) changed.add(path);
  return changed;
}
