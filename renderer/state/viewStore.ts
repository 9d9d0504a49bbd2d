import { z } from 'zod';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export const inspectorTabs = ['value', 'proof', 'history', 'notes', 'raw'] as const;
export type InspectorTab = (typeof inspectorTabs)[number];

/** How a value is shown: the tree of its JSON, its text as stored, or its bytes. */
export const valueViews = ['tree', 'text', 'hex'] as const;
export type ValueView = (typeof valueViews)[number];

export const diffLayouts = ['split', 'unified'] as const;
export type DiffLayout = (typeof diffLayouts)[number];

/** The number of prefixes whose view is remembered; the oldest choices are dropped first. */
const mostPrefixes = 300;
/** Views for longer prefixes are not remembered. */
const longestPrefix = 1_000;

const choice = z.tuple([z.string().max(longestPrefix), z.enum(valueViews)]);

/** What an earlier start saved. A field that is not as expected gets its first value. */
const remembered = z.object({
  inspectorTab: z.enum(inspectorTabs).catch('value'),
  /** The chosen views, by prefix of keys; the latest choice comes last. */
  valueViews: z
    .array(choice.nullable().catch(null))
    .transform((stored) => new Map(stored.filter((one) => one !== null).slice(-mostPrefixes)))
    .catch(() => new Map<string, ValueView>()),
  diffLayout: z.enum(diffLayouts).catch('split'),
});
interface Remembered extends Readonly<Omit<z.infer<typeof remembered>, 'valueViews'>> {
  readonly valueViews: ReadonlyMap<string, ValueView>;
}
const initial: Remembered = remembered.parse({});

interface ViewState extends Remembered {
  readonly showTab: (tab: InspectorTab) => void;
  readonly showDiffAs: (layout: DiffLayout) => void;
}

export function readRememberedViews(stored: unknown): Remembered {
  return remembered.catch(remembered.parse({})).parse(stored);
}

/** The user's settings for viewing atoms, kept across restarts. */
export const useViewStore = create<ViewState>()(
  persist(
    (set) => ({
      ...initial,
      showTab: (inspectorTab) => set({ inspectorTab }),
      showDiffAs: (diffLayout) => set({ diffLayout }),
    }),
    {
      name: 'atom-explorer-views',
      version: 2,
      partialize: ({ inspectorTab, valueViews: views, diffLayout }) => ({
        inspectorTab,
        valueViews: [...views],
        diffLayout,
      }),
      merge: (stored, current) => ({ ...current, ...readRememberedViews(stored) }),
      // Data of an older version is also read field by field.
      migrate: (stored) => stored,
    },
  ),
);

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
