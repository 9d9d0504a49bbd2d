/** Well below the 16 ms of a frame, so that typing and scrolling stay smooth. */
const sliceMs = 8;

/**
 * Runs a generator for a few milliseconds at a time, pausing at its `yield`s, so that the window stays responsive. The
 * first slice runs synchronously, so that small work is done before the next paint.
 *
 * @returns the result if the first slice finished the work, otherwise a promise, which rejects when the signal aborts
 */
export function runInSlices<T>(work: Generator<void, T, void>, signal: AbortSignal): T | Promise<T> {
  const first = runSlice(work);
  if (first.done === true) return first.value;
  return new Promise((resolve, reject) => {
    // Messages arrive without the delay of timers.
    const { port1, port2 } = new MessageChannel();
    const close = (): void => {
      port1.close();
      port2.close();
    };
    port1.addEventListener('message', () => {
      if (signal.aborted) {
        close();
        reject(new DOMException('The work was aborted.', 'AbortError'));
        return;
      }
      try {
        const step = runSlice(work);
        if (step.done === true) {
          close();
          resolve(step.value);
        } else {
          port2.postMessage(null);
        }
      } catch (error) {
        close();
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    port1.start();
    port2.postMessage(null);
  });
}

function runSlice<T>(work: Generator<void, T, void>): IteratorResult<void, T> {
  const until = performance.now() + sliceMs;
  let step = work.next();
  while (step.done !== true && performance.now() < until) step = work.next();
  return step;
}

/** Runs all of a generator synchronously, for work that is known to be small. */
export function runWhole<T>(work: Generator<void, T, void>): T {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}
