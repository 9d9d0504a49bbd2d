import { setImmediate } from 'node:timers/promises';

/** Longest stretch of work on one response without giving others their turn, in milliseconds. */
const sliceMs = 25;

/** Divides the work on a response, so that a large one holds up nobody. */
export interface Slices {
  readonly isOver: () => boolean;
  /** Gives others their turn. */
  readonly next: () => Promise<void>;
}

export function createSlices(): Slices {
  let began = performance.now();
  return {
    isOver: () => performance.now() - began > sliceMs,
    next: async () => {
      await setImmediate();
      began = performance.now();
    },
  };
}
