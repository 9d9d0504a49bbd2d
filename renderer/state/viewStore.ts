import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export const inspectorTabs = ['value', 'proof', 'raw'] as const;
export type InspectorTab = (typeof inspectorTabs)[number];

/** How JSON values are shown: laid out, or exactly as stored. */
export const valueViews = ['pretty', 'text'] as const;
export type ValueView = (typeof valueViews)[number];

interface Remembered {
  readonly inspectorTab: InspectorTab;
  readonly valueView: ValueView;
}

interface ViewState extends Remembered {
  readonly showTab: (tab: InspectorTab) => void;
  readonly showValueAs: (view: ValueView) => void;
}

const initial: Remembered = { inspectorTab: 'value', valueView: 'pretty' };

/** Reads what an earlier start left behind; what is not as expected falls back to its first value. */
export function readRememberedViews(stored: unknown): Remembered {
  const fields: { readonly [name: string]: unknown } =
    typeof stored === 'object' && stored !== null ? { ...stored } : {};
  return {
    inspectorTab: inspectorTabs.find((tab) => tab === fields['inspectorTab']) ?? initial.inspectorTab,
    valueView: valueViews.find((view) => view === fields['valueView']) ?? initial.valueView,
  };
}

/** How the user likes to look at atoms, over restarts. */
export const useViewStore = create<ViewState>()(
  persist(
    (set) => ({
      ...initial,
      showTab: (inspectorTab) => set({ inspectorTab }),
      showValueAs: (valueView) => set({ valueView }),
    }),
    {
      name: 'atom-explorer-views',
      version: 1,
      partialize: ({ inspectorTab, valueView }): Remembered => ({ inspectorTab, valueView }),
      merge: (stored, current) => ({ ...current, ...readRememberedViews(stored) }),
    },
  ),
);
