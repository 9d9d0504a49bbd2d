import type { ConnectionId } from '#shared/domain/connection.ts';
import { showScreen } from './appStore.ts';
import { createKeyedStore } from './keyedStore.ts';

/** An open atom. A tab that is not kept is a preview: the next atom replaces it. */
export interface AtomTab {
  readonly key: string;
  readonly isKept: boolean;
}

/** The open atoms of one connection. */
export interface AtomTabs {
  /** With distinct keys; at most one is not kept. */
  readonly tabs: readonly AtomTab[];
  /** The key of the shown tab; null if none is open. */
  readonly shown: string | null;
  /** How the shown one was reached. */
  readonly how: Arrival;
  /** The keys of closed tabs, the last one at the end. */
  readonly closed: readonly string[];
}

/** `passed`: by an arrow key. Of several in a row, Back returns only to the last. */
export type Arrival = 'chosen' | 'passed';

export const noTabs: AtomTabs = { tabs: [], shown: null, how: 'chosen', closed: [] };

const mostClosed = 50;

/** Shows an atom in its tab, or else in the preview tab. */
export function previewAtom(view: AtomTabs, key: string, how: Arrival = 'chosen'): AtomTabs {
  if (view.tabs.some((tab) => tab.key === key)) return { ...view, shown: key, how };
  const preview = { key, isKept: false };
  const place = view.tabs.findIndex(({ isKept }) => !isKept);
  return {
    ...view,
    shown: key,
    how,
    tabs: place === -1 ? [...view.tabs, preview] : view.tabs.map((tab, at) => (at === place ? preview : tab)),
  };
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
  const left = withoutTab(view, key);
  return left === view ? view : { ...left, closed: [...view.closed, key].slice(-mostClosed) };
}

function withoutTab(view: AtomTabs, key: string): AtomTabs {
  const index = view.tabs.findIndex((tab) => tab.key === key);
  if (index === -1) return view;
  const tabs = view.tabs.filter((tab) => tab.key !== key);
  if (view.shown !== key) return { ...view, tabs };
  const next = tabs[Math.min(index, tabs.length - 1)];
  return { ...view, tabs, shown: next?.key ?? null, how: 'chosen' };
}

export function closeOtherTabs(view: AtomTabs, key: string): AtomTabs {
  if (!view.tabs.some((tab) => tab.key === key)) return view;
  const others = view.tabs.filter((tab) => tab.key !== key);
  return previewAtom(
    others.reduce((left, tab) => closeTab(left, tab.key), view),
    key,
  );
}

export function closeAllTabs(view: AtomTabs): AtomTabs {
  return view.tabs.reduce((left, tab) => closeTab(left, tab.key), view);
}

/** Opens the tab that was closed last, unless it is open again. */
export function reopenTab(view: AtomTabs): AtomTabs {
  const left = view.closed.filter((key) => !view.tabs.some((tab) => tab.key === key));
  const key = left.at(-1);
  if (key === undefined) return view;
  const tabs = [...view.tabs, { key, isKept: true }];
  return { tabs, shown: key, how: 'chosen', closed: left.slice(0, -1) };
}

/** Shows the tab to the right (1) or left (-1), around the ends. */
export function stepTab(view: AtomTabs, step: 1 | -1): AtomTabs {
  const index = view.tabs.findIndex(({ key }) => key === view.shown);
  const next = view.tabs[(index + step + view.tabs.length) % view.tabs.length];
  return next === undefined || next.key === view.shown ? view : previewAtom(view, next.key);
}

/** Closes the tabs of forgotten keys for good. */
export function dropKeys(view: AtomTabs, keys: ReadonlySet<string>): AtomTabs {
  const left = [...keys].reduce(withoutTab, view);
  return { ...left, closed: left.closed.filter((key) => !keys.has(key)) };
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
