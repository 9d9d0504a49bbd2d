import { app } from 'electron';

/**
 * Holds the end of the app back until `cleanUp` is done, once.
 *
 * @param failed what is left where it could not be done: the app has to end all the same.
 */
export function cleanUpBeforeQuit(cleanUp: () => Promise<void>, failed: (error: unknown) => void): void {
  let isCleanedUp = false;
  app.on('will-quit', (event) => {
    if (isCleanedUp) return;
    event.preventDefault();
    cleanUp()
      .then(() => {
        isCleanedUp = true;
        // In a later task: with nothing to wait for we are still inside the first quit here, which ignores a second.
        setImmediate(() => {
          app.quit();
        });
      })
      .catch(failed);
  });
}
