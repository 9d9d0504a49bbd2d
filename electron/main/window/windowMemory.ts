import { z } from 'zod';
import { NewerFileError } from '../storage/fileFormat.ts';
import { loadJsonFile, saveJsonFile } from '../storage/jsonFile.ts';
import { freshWindowState, themes, type WindowState } from './windowState.ts';

const schema: z.ZodType<WindowState> = z.object({
  bounds: z
    .object({
      x: z.number().int(),
      y: z.number().int(),
      width: z.number().int().positive(),
      height: z.number().int().positive(),
    })
    .nullable(),
  isMaximized: z.boolean(),
  theme: z.enum(themes),
});

/** Saves the window's position, size, and theme across restarts. */
export interface WindowMemory {
  readonly state: () => WindowState;
  readonly remember: (change: Partial<WindowState>) => void;
  /** Resolves when everything is on disk. */
  readonly settled: () => Promise<void>;
}

export async function openWindowMemory(
  file: string,
  effects: { readonly now: () => number; readonly log: (message: string, error: unknown) => void },
): Promise<WindowMemory> {
  let state = freshWindowState;
  /**
   * A file of a newer app version is not changed. The window position is not important enough to fail for.
   */
  let isNewer = false;
  try {
    const format = { version: 1, schema };
    state = (await loadJsonFile({ file, format, fresh: freshWindowState, now: effects.now })).value;
  } catch (error) {
    if (!(error instanceof NewerFileError)) throw error;
    effects.log('Could not read the saved window position.', error);
    isNewer = true;
  }
  let saving: Promise<void> = Promise.resolve();
  return {
    state: () => state,
    remember: (change) => {
      state = { ...state, ...change };
      if (isNewer) return;
      saving = saving
        .then(() => saveJsonFile(file, state))
        .catch((error: unknown) => {
          effects.log('Could not save the window position.', error);
        });
    },
    settled: () => saving,
  };
}
