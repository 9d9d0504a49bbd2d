import { app } from 'electron';

/** Delays the end of the app, once, until `cleanUp` has ended in any way. */
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
      // In a later task: without anything to wait for this still runs inside the first quit, which ignores a
      // second one.
      setImmediate(() => {
        app.quit();
      });
    });
  });
}
