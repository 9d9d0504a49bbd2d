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
  const loaded = await loadJsonFile({
    file,
    schema: windowStateSchema,
    fresh: freshWindowState,
    now: effects.now,
  });
  let state = loaded.value;
  let saving: Promise<void> = Promise.resolve();
  return {
    state: () => state,
    remember: (change) => {
      state = { ...state, ...change };
      saving = saving
        .then(() => saveJsonFile(file, state))
        .catch((error: unknown) => {
          effects.log('Size and place of the window could not be saved.', error);
        });
    },
    settled: () => saving,
  };
}
