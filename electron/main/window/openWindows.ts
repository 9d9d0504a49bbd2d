import type { BrowserWindow, WebContents } from 'electron';

/** More than anyone looks at, so that no script of a page can open them without end. */
export const mostWindows = 12;

/** The open windows of the app. */
export interface OpenWindows {
  readonly add: (window: BrowserWindow) => void;
  /** The one that was active last; null if none is open. */
  readonly active: () => BrowserWindow | null;
  readonly all: () => readonly BrowserWindow[];
  readonly has: (contents: WebContents) => boolean;
}

export function createOpenWindows(): OpenWindows {
  /** The active one is last. */
  let windows: readonly BrowserWindow[] = [];
  const without = (window: BrowserWindow): readonly BrowserWindow[] =>
    windows.filter((each) => each !== window);
  return {
    add: (window) => {
      windows = [...windows, window];
      window.on('focus', () => {
        windows = [...without(window), window];
      });
      window.on('closed', () => {
        windows = without(window);
      });
    },
    active: () => windows.at(-1) ?? null,
    all: () => windows,
    has: (contents) => windows.some((window) => window.webContents === contents),
  };
}
