import { z } from 'zod';
import { zoomLimits } from '#shared/ipc/appTypes.ts';
import { openJsonStore } from '../../../engine/storage/jsonStore.ts';
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
  // Earlier versions of the app did not save it.
  zoom: z.int().min(zoomLimits.least).max(zoomLimits.most).catch(freshWindowState.zoom),
});

/** Saves the window's position, size, theme, and zoom across restarts. */
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
  const format = { version: 1, schema };
  // The window position is not important enough to fail for.
  const store = await openJsonStore({ ...effects, file, format, fresh: freshWindowState, ifNewer: 'hold' });
  const save = (): Promise<void> =>
    store.save().catch((error: unknown) => {
      effects.log('Could not save the window position.', error);
    });
  return {
    state: store.value,
    remember: (change) => {
      store.set({ ...store.value(), ...change });
      void save();
    },
    settled: save,
  };
}
