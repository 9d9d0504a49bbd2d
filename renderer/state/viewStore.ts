import { z } from 'zod';
import { createSavedStore } from './savedStore.ts';

export const inspectorTabs = ['value', 'proof', 'history', 'notes', 'raw'] as const;
export type InspectorTab = (typeof inspectorTabs)[number];

/** How a value is shown: the tree of its JSON, its text as stored, or its bytes. */
export const valueViews = ['tree', 'text', 'hex'] as const;
export type ValueView = (typeof valueViews)[number];

/** The number of prefixes whose view is remembered; the oldest choices are dropped first. */
const mostPrefixes = 300;
/** Views for longer prefixes are not remembered. */
const longestPrefix = 1_000;

const choice = z.tuple([z.string().max(longestPrefix), z.enum(valueViews)]);

const saved = z.object({
  inspectorTab: z.enum(inspectorTabs).catch('value'),
  /** The chosen views, by prefix of keys; the latest choice comes last. */
  valueViews: z
    .array(choice.nullable().catch(null))
    .transform(
      (stored): ReadonlyMap<string, ValueView> =>
        new Map(stored.filter((one) => one !== null).slice(-mostPrefixes)),
    )
    .catch(new Map()),
  diffLayout: z.enum(['split', 'unified']).catch('split'),
});

/** The user's settings for viewing atoms. */
export const useViewStore = createSavedStore('atom-explorer-views', saved, {
  version: 2,
  write: (state) => ({ ...state, valueViews: [...state.valueViews] }),
});

/** The part of a key before its last dot; `''` if it has none. */
export function prefixOf(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('.')));
}

/**
 * The view chosen for atoms like this one: for the same prefix, or else for the longest prefix above it that has a
 * choice. null if there is none.
 */
export function chosenView(views: ReadonlyMap<string, ValueView>, key: string): ValueView | null {
  const own = prefixOf(key);
  const longest = own.length > longestPrefix ? prefixOf(own.slice(0, longestPrefix + 1)) : own;
  for (let prefix = longest; ; prefix = prefixOf(prefix)) {
    const view = views.get(prefix);
    if (view !== undefined) return view;
    // A choice for keys without a prefix applies only to such keys, not to all keys.
    if (prefixOf(prefix) === '') return null;
  }
}

/** Remembers the view for all atoms under the prefix of this one. */
export function chooseView(key: string, view: ValueView): void {
  const prefix = prefixOf(key);
  if (prefix.length > longestPrefix) return;
  useViewStore.setState(({ valueViews: before }) => {
    const views = new Map(before);
    views.delete(prefix);
    views.set(prefix, view);
    return { valueViews: new Map([...views].slice(-mostPrefixes)) };
  });
}
