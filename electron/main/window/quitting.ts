import { app } from 'electron';

/** Holds the end of the app back, once, until `cleanUp` has ended, whichever way it ends. */
export function cleanUpBeforeQuit(cleanUp: () => Promise<void>): void {
  let isCleanedUp = false;
  let isCleaningUp = false;
  app.on('will-quit', (event) => {
    if (isCleanedUp) return;
    event.preventDefault();
    // The user may ask a second time.
    if (isCleaningUp) return;
    isCleaningUp = true;
    void cleanUp().finally(() => {
      isCleanedUp = true;
      // In a later task: with nothing to wait for we are still inside the first quit here, which ignores a second.
      setImmediate(() => {
        app.quit();
      });
    });
  });
}
