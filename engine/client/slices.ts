import { setImmediate } from 'node:timers/promises';

/** Longest work on one response without a pause, in milliseconds. */
const sliceMs = 25;

/** Divides the work on a response, so that a large one does not block other work. */
export interface Slices {
  readonly isOver: () => boolean;
  /** Lets other work run. */
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
