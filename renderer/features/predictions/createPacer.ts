export interface Pacer<T> {
  /** Shows this, or whatever comes after it, within the interval; at once where nothing was shown for that long. */
  readonly soon: (value: T) => void;
  /** Shows what is waiting, if anything is. */
  readonly now: () => void;
}

/** Lets the latest of many values through, at most once in `intervalMs`. */
export function createPacer<T>(intervalMs: number, show: (value: T) => void): Pacer<T> {
  let waiting: { readonly value: T } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === null) return;
    const { value } = waiting;
    waiting = null;
    show(value);
    timer = setTimeout(now, intervalMs);
  };
  return {
    soon: (value) => {
      waiting = { value };
      if (timer === undefined) now();
    },
    now: () => {
      now();
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
