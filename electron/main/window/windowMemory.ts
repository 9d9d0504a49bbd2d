import { NewerFileError } from '../storage/fileFormat.ts';
import { loadJsonFile, saveJsonFile } from '../storage/jsonFile.ts';
import { freshWindowState, windowStateSchema, type WindowState } from './windowState.ts';

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
    const format = { version: 1, schema: windowStateSchema };
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
