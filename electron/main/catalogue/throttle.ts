/** Timers, injected for tests. */
export interface Pace {
  readonly setTimer: (work: () => void, ms: number) => void;
}

/** A stream that does not pause is slowed down by this factor: drawing the window four times a second costs as much as the work. */
const mostSlower = 4;

/**
 * Limits a stream of values to one every `ms`: passes on the first value at once, and then only the newest value after each
 * interval. While values keep coming, the interval doubles, up to four times `ms`.
 */
export function throttle<T>(ms: number, { setTimer }: Pace, pass: (value: T) => void): (value: T) => void {
  let isPausing = false;
  let newest: { readonly value: T } | null = null;
  const pause = (interval: number): void => {
    isPausing = true;
    setTimer(() => {
      isPausing = false;
      if (newest === null) return;
      const { value } = newest;
      newest = null;
      pass(value);
      pause(Math.min(2 * interval, mostSlower * ms));
    }, interval);
  };
  return (value) => {
    if (isPausing) {
      newest = { value };
      return;
    }
    pass(value);
    pause(ms);
  };
}
