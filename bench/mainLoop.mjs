/*
 * The longest time that the main process's thread blocked everything else, such as requests of the window. In
 * processor time of that thread if the system reports it (Linux), so that other programs do not count;
 * otherwise in elapsed time.
 */

/**
 * @param {import('playwright').ElectronApplication} app
 * @param {() => Promise<void>} act
 * @returns {Promise<number>} milliseconds
 */
export async function watchMainLoop(app, act) {
  await app.evaluate(() => {
    const fs = /** @type {typeof import('node:fs')} */ (process.mainModule?.require('node:fs'));
    const { performance } = globalThis;
    const file = `/proc/self/task/${process.pid}/schedstat`;
    const isTold = fs.existsSync(file);
    const now = () =>
      isTold ? Number(fs.readFileSync(file, 'utf8').split(' ')[0]) / 1e6 : performance.now();
    const everyMs = 5;
    let longest = 0;
    let at = performance.now();
    let before = now();
    const timer = setInterval(() => {
      const time = performance.now();
      const present = now();
      longest = Math.max(longest, Math.min(time - at - everyMs, present - before));
      at = time;
      before = present;
    }, everyMs);
    Object.assign(globalThis, {
      endOfWatch: () => {
        clearInterval(timer);
        return longest;
      },
    });
  });
  await act();
  return app.evaluate(() => {
    const { endOfWatch } = /** @type {{ endOfWatch: () => number }} */ (/** @type {unknown} */ (globalThis));
    return endOfWatch();
  });
}
