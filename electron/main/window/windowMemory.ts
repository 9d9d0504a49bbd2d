import { NewerFileError } from '../storage/fileFormat.ts';
import { loadJsonFile, saveJsonFile } from '../storage/jsonFile.ts';
import { freshWindowState, windowStateSchema, type WindowState } from './windowState.ts';

/** Remembers the window's place, size and theme over restarts. */
export interface WindowMemory {
  readonly state: () => WindowState;
  readonly remember: (change: Partial<WindowState>) => void;
  /** Resolves when everything is on the disk. */
  readonly settled: () => Promise<void>;
}

export async function openWindowMemory(
  file: string,
  effects: { readonly now: () => number; readonly log: (message: string, error: unknown) => void },
): Promise<WindowMemory> {
  let state = freshWindowState;
  /** A file of a newer version of the app stays as it is; nothing depends on the place of a window. */
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
