import { app, BrowserWindow } from 'electron';

/** How long a window may take to close, in milliseconds. One that hangs would otherwise keep the app running. */
const closePatienceMs = 8_000;

/** Closes all windows, even those that hang, and delays the end of the app, once, until `cleanUp` has ended in any way. */
export function cleanUpBeforeQuit(cleanUp: () => Promise<void>): void {
  let isCleanedUp = false;
  let isCleaningUp = false;
  app.on('before-quit', () => {
    setTimeout(() => {
      for (const window of BrowserWindow.getAllWindows()) window.destroy();
    }, closePatienceMs).unref();
  });
  app.on('will-quit', (event) => {
    if (isCleanedUp) return;
    event.preventDefault();
    // The user may ask a second time.
    if (isCleaningUp) return;
    isCleaningUp = true;
    void cleanUp().finally(() => {
      isCleanedUp = true;
      // In a later task: without anything to wait for this still runs inside the first quit, which ignores a
      // second one.
      setImmediate(() => {
        app.quit();
      });
    });
  });
}
