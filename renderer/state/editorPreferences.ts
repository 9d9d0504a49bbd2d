import { z } from 'zod';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export const editorLayouts = ['plain', 'split', 'unified'] as const;
/** The text alone, side by side with the stored text, or with the differences inside the text. */
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

/** The user's settings for the editor, kept across restarts. */
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
