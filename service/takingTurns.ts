import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long work stays below this between two turns of the event loop, in milliseconds, so that others are answered. */
const turnMs = 8;

/** For long work: to be called often, and awaited when it returns a promise. */
export function takingTurns(): () => Promise<void> | null {
  let begun = performance.now();
  return () => {
    if (performance.now() - begun < turnMs) return null;
    return nextTurn().then(() => {
      begun = performance.now();
    });
  };
}
