import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest work between two turns of the event loop, in milliseconds, so that other requests are handled. */
const turnMs = 8;

/** For long work: call it often, and await its result if it returns a promise. */
export function yieldRegularly(): () => Promise<void> | null {
  let begun = performance.now();
  return () => {
    if (performance.now() - begun < turnMs) return null;
    return nextTurn().then(() => {
      begun = performance.now();
    });
  };
}
