/** Timers, injected for tests. */
export interface Pace {
  readonly setTimer: (work: () => void, ms: number) => void;
}

/**
 * Limits a stream of values to one every `ms`: passes on the first value at once, and then only the newest
 * value after each interval.
 */
export function throttle<T = void>(
  ms: number,
  { setTimer }: Pace,
  pass: (value: T) => void,
): (value: T) => void {
  let isPausing = false;
  let newest: { readonly value: T } | null = null;
  const pause = (): void => {
    isPausing = true;
    setTimer(() => {
      isPausing = false;
      if (newest === null) return;
      const { value } = newest;
      newest = null;
      pass(value);
      pause();
    }, ms);
  };
  return (value) => {
    if (isPausing) {
      newest = { value };
      return;
    }
    pass(value);
    pause();
  };
}
