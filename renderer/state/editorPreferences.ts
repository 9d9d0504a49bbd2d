import { z } from 'zod';
import { createSavedStore } from './savedStore.ts';

const editorLayouts = ['plain', 'split', 'unified'] as const;
/** The text alone, side by side with the stored text, or with the differences inside the text. */
export type EditorLayout = (typeof editorLayouts)[number];

const saved = z.object({
  layout: z.enum(editorLayouts).catch('split'),
  /** Whether JSON is checked while the user types. */
  validates: z.boolean().catch(true),
  /** Whether a value that is JSON is edited as JSON. */
  asJson: z.boolean().catch(true),
});

/** The user's settings for the editor. */
export const useEditorPreferences = createSavedStore('atom-explorer-editor', saved);
