/** The part of a window that announces its first frame, and what happens to its page. */
export interface FrameEvents {
  once(event: 'ready-to-show', listener: () => void): unknown;
  readonly webContents: {
    once(event: 'did-finish-load' | 'did-fail-load', listener: () => void): unknown;
  };
}

/** A page that is loaded has its first frame within this time, unless the frame is never announced. */
const longestWaitMs = 1_500;

/**
 * Resolves when the window has its first frame, and at the latest 1.5 s after its page is loaded or failed to load. If the page
 * is replaced before it is drawn, Chromium never announces the frame of the next one, and the window would stay hidden.
 */
export function firstFrame(window: FrameEvents): Promise<void> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | null = null;
    const loaded = (): void => {
      timer ??= setTimeout(resolve, longestWaitMs);
    };
    window.webContents.once('did-finish-load', loaded);
    window.webContents.once('did-fail-load', loaded);
    window.once('ready-to-show', () => {
      if (timer !== null) clearTimeout(timer);
      resolve();
    });
  });
}
