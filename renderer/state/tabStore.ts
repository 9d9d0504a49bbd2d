import type { ConnectionId } from '#shared/domain/connection.ts';
import { showScreen } from './appStore.ts';
import { createKeyedStore } from './keyedStore.ts';

/** An open atom. A tab that is not kept is a preview: the next atom replaces it. */
export interface AtomTab {
  readonly key: string;
  readonly isKept: boolean;
}

/** The open atoms of one connection, and their history. */
export interface AtomTabs {
  /** With distinct keys; at most one is not kept. */
  readonly tabs: readonly AtomTab[];
  /** The key of the shown tab; null if none is open. */
  readonly shown: string | null;
  /** The history, oldest first; entries after `at` are ahead. */
  readonly trail: readonly Visit[];
  /** Index of the current entry of `trail`; -1 for none. */
  readonly at: number;
}

/** `passed`: by an arrow key. Of several in a row, only the last stays in the history. */
interface Visit {
  readonly key: string;
  readonly how: 'chosen' | 'passed';
}

export const noTabs: AtomTabs = { tabs: [], shown: null, trail: [], at: -1 };

const longestTrail = 200;

/** Shows an atom in its tab, or else in the preview tab. */
export function previewAtom(view: AtomTabs, key: string, how: Visit['how'] = 'chosen'): AtomTabs {
  return visit(show(view, key), { key, how });
}

/** Shows an atom in a kept tab. */
export function keepAtom(view: AtomTabs, key: string): AtomTabs {
  const opened = previewAtom(view, key);
  return {
    ...opened,
    tabs: opened.tabs.map((tab) => (tab.key === key ? { key, isKept: true } : tab)),
  };
}

/** Closes a tab. If it was shown, its right neighbor is shown next, or else its left one. */
export function closeTab(view: AtomTabs, key: string): AtomTabs {
  const index = view.tabs.findIndex((tab) => tab.key === key);
  if (index === -1) return view;
  const tabs = view.tabs.filter((tab) => tab.key !== key);
  const closed = { ...view, tabs };
  if (view.shown !== key) return closed;
  const next = tabs[Math.min(index, tabs.length - 1)];
  return next === undefined
    ? { ...closed, shown: null }
    : visit({ ...closed, shown: next.key }, { key: next.key, how: 'chosen' });
}

export function closeOtherTabs(view: AtomTabs, key: string): AtomTabs {
  const kept = view.tabs.filter((tab) => tab.key === key);
  return kept.length === 0 ? view : previewAtom({ ...view, tabs: kept }, key);
}

/** The history stays: Back reopens the last tab. */
export function closeAllTabs(view: AtomTabs): AtomTabs {
  return { ...view, tabs: [], shown: null };
}

/** Shows the tab to the right (1) or left (-1), around the ends. */
export function stepTab(view: AtomTabs, step: 1 | -1): AtomTabs {
  const index = view.tabs.findIndex(({ key }) => key === view.shown);
  const next = view.tabs[(index + step + view.tabs.length) % view.tabs.length];
  return next === undefined || next.key === view.shown ? view : previewAtom(view, next.key);
}

/** Back (-1) or forward (1) in the history; the same view if there is no entry. */
export function goAlongTrail(view: AtomTabs, step: 1 | -1): AtomTabs {
  const at = nextPlace(view, step);
  const visited = view.trail[at];
  return visited === undefined ? view : { ...show(view, visited.key), at };
}

export function canGo(view: AtomTabs, step: 1 | -1): boolean {
  return view.trail[nextPlace(view, step)] !== undefined;
}

/** If nothing is shown, Back leads to the atom that was shown last. */
function nextPlace(view: AtomTabs, step: 1 | -1): number {
  return view.shown === null && step === -1 ? view.at : view.at + step;
}

/** Removes forgotten keys from the tabs and the history. */
export function dropKeys(view: AtomTabs, keys: ReadonlySet<string>): AtomTabs {
  let { tabs, shown } = view;
  for (const { key } of view.tabs)
    if (keys.has(key)) ({ tabs, shown } = closeTab({ ...view, tabs, shown }, key));
  const trail: Visit[] = [];
  let at = -1;
  for (const [index, place] of view.trail.entries()) {
    if (!keys.has(place.key) && trail.at(-1)?.key !== place.key) trail.push(place);
    if (index === view.at) at = trail.length - 1;
  }
  const dropped = { tabs, shown, trail, at };
  return shown === null ? dropped : visit(dropped, { key: shown, how: 'chosen' });
}

function show(view: AtomTabs, key: string): AtomTabs {
  if (view.tabs.some((tab) => tab.key === key)) return { ...view, shown: key };
  const preview = { key, isKept: false };
  const place = view.tabs.findIndex(({ isKept }) => !isKept);
  return {
    ...view,
    shown: key,
    tabs: place === -1 ? [...view.tabs, preview] : view.tabs.map((tab, at) => (at === place ? preview : tab)),
  };
}

function visit(view: AtomTabs, place: Visit): AtomTabs {
  const present = view.trail[view.at];
  if (present?.key === place.key) return view;
  const isPassing = present?.how === 'passed' && place.how === 'passed';
  const trail = [...view.trail.slice(0, isPassing ? view.at : view.at + 1), place].slice(-longestTrail);
  return { ...view, trail, at: trail.length - 1 };
}

export const {
  useView: useAtomTabs,
  viewOf: atomTabsOf,
  change: changeAtomTabs,
  subscribe: onAtomTabsChanged,
  keys: tabIds,
} = createKeyedStore<ConnectionId, AtomTabs>(noTabs);

/** Opens an atom in a kept tab, and shows Browse. */
export function openAtomTab(id: ConnectionId, key: string): void {
  changeAtomTabs(id, (view) => keepAtom(view, key));
  showScreen('browse');
}
