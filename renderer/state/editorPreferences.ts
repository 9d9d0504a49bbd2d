import { z } from 'zod';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export const editorLayouts = ['plain', 'split', 'unified'] as const;
/** The text alone, beside what is stored, or with what is stored in it where it differs. */
export type EditorLayout = (typeof editorLayouts)[number];

/** What an earlier start saved. A field that is not as expected gets its first value. */
const remembered = z.object({
  layout: z.enum(editorLayouts).catch('split'),
  /** Whether JSON is checked while the user types. */
  validates: z.boolean().catch(true),
  /** Whether a value that is JSON is edited as JSON. */
  asJson: z.boolean().catch(true),
});
type Remembered = Readonly<z.infer<typeof remembered>>;
const initial: Remembered = remembered.parse({});

interface EditorPreferences extends Remembered {
  readonly showAs: (layout: EditorLayout) => void;
  readonly validate: (validates: boolean) => void;
  readonly editAsJson: (asJson: boolean) => void;
}

export function readRememberedEditing(stored: unknown): Remembered {
  return remembered.catch(initial).parse(stored);
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
      partialize: (state): Remembered => remembered.parse(state),
      merge: (stored, current) => ({ ...current, ...readRememberedEditing(stored) }),
    },
  ),
);
