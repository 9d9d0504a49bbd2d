import type { ConnectionId } from '#shared/domain/connection.ts';
import {
  browseView,
  changeBrowseView,
  onBrowseViewChanged,
  browseViewIds,
  type OpenPaths,
} from './browseStore.ts';
import { isFiltering } from './browseView.ts';
import type { RowSelection } from './rowSelection.ts';
import { createSavedStore, type SavedSchema } from './savedStore.ts';
import { useSettings } from './settings.ts';
import { atomTabsOf, changeAtomTabs, onAtomTabsChanged, tabIds, type AtomTab } from './tabStore.ts';

/** What Browse showed of a connection: keys, but nothing of their atoms. */
export interface LastView {
  readonly tabs: readonly AtomTab[];
  readonly shown: string | null;
  readonly path: string;
  readonly open: OpenPaths;
  readonly cursor: string | null;
  readonly selection: { readonly kind: RowSelection['kind']; readonly keys: readonly string[] };
}

interface Saved {
  /** By connection; the one that changed last comes last. */
  readonly views: readonly (readonly [id: string, view: LastView])[];
}

const most = { connections: 30, tabs: 100, paths: 500, selected: 1_000 } as const;
/** Longer keys are not kept. In UTF-16 units. */
const longestKey = 2_000;

function isKey(text: unknown): text is string {
  return typeof text === 'string' && text.length <= longestKey;
}

function keysIn(stored: unknown, count: number): readonly string[] {
  return Array.isArray(stored) ? stored.filter(isKey).slice(0, count) : [];
}

function fieldsOf(stored: unknown): { readonly [name: string]: unknown } {
  return typeof stored === 'object' && stored !== null ? { ...stored } : {};
}

/** By hand, because it is read before the first screen. What is not as expected is left out. */
function parseView(stored: unknown): LastView {
  const view = fieldsOf(stored);
  const tabs = new Map<string, AtomTab>();
  for (const each of Array.isArray(view['tabs']) ? view['tabs'].slice(0, most.tabs) : []) {
    const { key, isKept } = fieldsOf(each);
    if (isKey(key)) tabs.set(key, { key, isKept: isKept === true });
  }
  // At most one is not kept.
  const preview = [...tabs.values()].find(({ isKept }) => !isKept);
  const kept = [...tabs.values()].filter((tab) => tab.isKept || tab === preview);
  const open = fieldsOf(view['open']);
  const selection = fieldsOf(view['selection']);
  const { shown, path, cursor } = view;
  return {
    tabs: kept,
    shown: kept.find(({ key }) => key === shown)?.key ?? null,
    path: isKey(path) ? path : '',
    open: { others: open['others'] === true, except: keysIn(open['except'], most.paths) },
    cursor: isKey(cursor) ? cursor : null,
    selection: {
      kind: selection['kind'] === 'allBut' ? 'allBut' : 'some',
      keys: keysIn(selection['keys'], most.selected),
    },
  };
}

function parse(stored: unknown): Saved {
  const { views } = fieldsOf(stored);
  const entries = Array.isArray(views) ? views : [];
  return {
    views: entries.slice(-most.connections).flatMap((entry): Saved['views'] => {
      if (!Array.isArray(entry)) return [];
      const [id, view] = entry as readonly unknown[];
      return typeof id === 'string' && id.length > 0 && id.length <= 100 ? [[id, parseView(view)]] : [];
    }),
  };
}

const saved: SavedSchema<Saved> = {
  parse,
  safeParse: (stored) => ({ success: true, data: parse(stored) }),
};

/** In the window's own storage. */
export const useLastViews = createSavedStore('atom-explorer-last-views', saved, { isPerWindow: true });

/**
 * As it is now. A selection that would come back as another one is not kept: a part of it, or all results of a filter, which is not
 * kept either.
 */
function viewNow(id: ConnectionId): LastView {
  const { tabs, shown } = atomTabsOf(id);
  const view = browseView(id);
  const { path, open, cursor, selection } = view;
  const keys = [...selection.keys];
  const isComplete = keys.length <= most.selected && keys.every(isKey);
  const isSame = selection.kind === 'some' || (!isFiltering(view.filter) && isKey(path));
  return parseView({
    tabs,
    shown,
    path,
    open,
    cursor,
    selection: isComplete && isSame ? { kind: selection.kind, keys } : undefined,
  });
}

function restore(id: ConnectionId, { tabs, shown, path, open, cursor, selection }: LastView): void {
  if (tabs.length > 0) changeAtomTabs(id, (view) => ({ ...view, tabs, shown }));
  changeBrowseView(id, (view) => ({
    ...view,
    path,
    open,
    isFresh: false,
    cursor,
    anchor: cursor,
    selection: { kind: selection.kind, keys: new Set(selection.keys) },
    // Lists scroll to it.
    revealed: cursor === null ? null : { key: cursor, count: 1 },
  }));
}

/** Typing into a filter, or holding an arrow key down, changes views many times a second. In milliseconds. */
const saveAfter = 300;
let isKeeping = false;
/** The connections that exist; null until they are known. */
let existing: ReadonlySet<string> | null = null;

/**
 * Brings back what Browse showed of each connection when the app ended, and keeps what it shows from now on, unless the user turned
 * that off. Does nothing the second time.
 */
export function keepLastViews(): void {
  if (isKeeping) return;
  isKeeping = true;
  if (useSettings.getState().keepsTabs)
    for (const [id, view] of useLastViews.getState().views) restore(id as ConnectionId, view);
  else forgetLastViews();

  let timer: ReturnType<typeof setTimeout> | null = null;
  const save = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (!useSettings.getState().keepsTabs) return;
    const ids = new Set([...tabIds(), ...browseViewIds()].filter((id) => existing?.has(id) !== false));
    const before = useLastViews.getState().views.filter(([id]) => !ids.has(id as ConnectionId));
    useLastViews.setState({
      views: [...before, ...[...ids].map((id) => [id, viewNow(id)] as const)].slice(-most.connections),
    });
  };
  const soon = (): void => {
    timer ??= setTimeout(save, saveAfter);
  };
  onAtomTabsChanged(soon);
  onBrowseViewChanged(soon);
  useSettings.subscribe(({ keepsTabs }) => (keepsTabs ? soon() : forgetLastViews()));
  addEventListener('pagehide', () => {
    if (timer !== null) save();
  });
}

/** Nothing is kept of connections that were removed. */
export function keepLastViewsOf(ids: ReadonlySet<string>): void {
  existing = ids;
  const { views } = useLastViews.getState();
  if (views.some(([id]) => !ids.has(id)))
    useLastViews.setState({ views: views.filter(([id]) => ids.has(id)) });
}

function forgetLastViews(): void {
  if (useLastViews.getState().views.length > 0) useLastViews.setState({ views: [] });
}
