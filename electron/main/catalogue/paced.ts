/** Timers, handed in. */
export interface Pace {
  readonly setTimer: (work: () => void, ms: number) => void;
}

/**
 * Passes on at once what comes after a pause, and of what comes faster than every `ms` only the newest, when that time
 * is over.
 */
export function paced<T>(ms: number, { setTimer }: Pace, pass: (value: T) => void): (value: T) => void {
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
