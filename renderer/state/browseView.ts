import { isAtOrBelow } from '#shared/keyIndex/segments.ts';
import { allOpen, onlyRootOpen, type BrowseView, type Narrowing, type OpenPaths } from './browseStore.ts';
import { nothingSelected, selectOnly } from './rowSelection.ts';
import { ancestorsOf, parentOf } from './keyPaths.ts';

/** Whether a filter can hide keys. */
export function isFiltering({ text, ...conditions }: Narrowing): boolean {
  return text !== '' || Object.keys(conditions).length > 0;
}

/** The open paths of the tree that is shown. */
export function openPathsOf({ open, openInFilter, filter }: BrowseView): OpenPaths {
  return isFiltering(filter) ? openInFilter : open;
}

/** Shows one atom: opens the tree down to it; shows its parent in the table unless the atom is listed there already. */
export function revealAtom(view: BrowseView, key: string, delimiter: string): BrowseView {
  const isInTable = isAtOrBelow(key, view.path, delimiter);
  const ancestors = ancestorsOf(key, delimiter);
  return {
    ...selectRow(isInTable ? view : showPath(view, parentOf(key, delimiter)), key),
    open: withOpen(view.open, ancestors),
    isFresh: false,
    openInFilter: withOpen(view.openInFilter, ancestors),
    revealed: { key, count: (view.revealed?.count ?? 0) + 1 },
  };
}

/** Selects one row of the table, and moves the cursor to it. */
export function selectRow(view: BrowseView, key: string): BrowseView {
  return { ...view, selection: selectOnly(key), cursor: key, anchor: key };
}

/** Shows the table of another path, with nothing selected. */
export function showPath(view: BrowseView, path: string): BrowseView {
  return view.path === path ? view : { ...view, path, ...nothingChosen };
}

export function setFilter(view: BrowseView, filter: Narrowing): BrowseView {
  return { ...view, filter, openInFilter: allOpen, ...nothingChosen };
}

/** Removes the filter. */
export function liftFilter(view: BrowseView): BrowseView {
  return isFiltering(view.filter)
    ? { ...view, filter: { text: '' }, openInFilter: allOpen, ...nothingChosen }
    : view;
}

const nothingChosen = { selection: nothingSelected, anchor: null } as const;

/**
 * Opens or closes a row.
 *
 * @param chain the path of the row, after the paths above it that have no row because they have only one child: they
 *   open and close with it, so that it stays as it is when a new key gives them rows
 */
export function toggleRow(view: BrowseView, chain: readonly string[]): BrowseView {
  return withOpenPaths(view, ({ others, except }) => {
    const isException = !except.includes(chain.at(-1) ?? '');
    const rest = except.filter((path) => !chain.includes(path));
    return { others, except: isException ? [...rest, ...chain] : rest };
  });
}

export function openPaths(view: BrowseView, paths: readonly string[]): BrowseView {
  return withOpenPaths(view, (open) => withOpen(open, paths));
}

/** While a tree is first opened: opens its only branch; null ends it. */
export function goOnOpening(view: BrowseView, chain: readonly string[] | null): BrowseView {
  return chain === null ? { ...view, isFresh: false } : { ...openPaths(view, chain), isFresh: true };
}

export function expandAll(view: BrowseView): BrowseView {
  return withOpenPaths(view, () => allOpen);
}

export function collapseAll(view: BrowseView): BrowseView {
  return withOpenPaths(view, () => onlyRootOpen);
}

function withOpenPaths(view: BrowseView, step: (open: OpenPaths) => OpenPaths): BrowseView {
  const open = step(openPathsOf(view));
  return isFiltering(view.filter) ? { ...view, openInFilter: open } : { ...view, open, isFresh: false };
}

function withOpen({ others, except }: OpenPaths, paths: readonly string[]): OpenPaths {
  const wanted = new Set(paths);
  return {
    others,
    except: others ? except.filter((path) => !wanted.has(path)) : [...new Set([...except, ...paths])],
  };
}
