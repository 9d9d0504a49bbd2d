import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export const editorLayouts = ['plain', 'split', 'unified'] as const;
/** The text alone, beside what is stored, or with what is stored in it where it differs. */
export type EditorLayout = (typeof editorLayouts)[number];

interface Remembered {
  readonly layout: EditorLayout;
  /** Whether what is edited as JSON is checked while it is typed. */
  readonly validates: boolean;
  /** Whether a value that is JSON is edited as such. */
  readonly asJson: boolean;
}

interface EditorPreferences extends Remembered {
  readonly showAs: (layout: EditorLayout) => void;
  readonly validate: (validates: boolean) => void;
  readonly editAsJson: (asJson: boolean) => void;
}

const initial: Remembered = { layout: 'split', validates: true, asJson: true };

/** Reads what an earlier start left behind; a field that is not as expected falls back to its first value. */
export function readRememberedEditing(stored: unknown): Remembered {
  const fields: { readonly [name: string]: unknown } =
    typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const { layout, validates, asJson } = fields;
  return {
    layout: editorLayouts.find((known) => known === layout) ?? initial.layout,
    validates: typeof validates === 'boolean' ? validates : initial.validates,
    asJson: typeof asJson === 'boolean' ? asJson : initial.asJson,
  };
}

/** How the user likes to edit, over restarts. */
export const useEditorPreferences = create<EditorPreferences>()(
  persist(
    (set) => ({
      ...initial,
      showAs: (layout) => set({ layout }),
      validate: (validates) => set({ validates }),
      editAsJson: (asJson) => set({ asJson }),
    }),
    {
      name: 'atom-explorer-editor',
      version: 1,
      partialize: ({ layout, validates, asJson }): Remembered => ({ layout, validates, asJson }),
      merge: (stored, current) => ({ ...current, ...readRememberedEditing(stored) }),
    },
  ),
);
