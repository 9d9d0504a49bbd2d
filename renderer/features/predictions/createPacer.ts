export interface Pacer<T> {
  /** Shows this value or a later one within the interval; at once if nothing was shown during the last interval. */
  readonly soon: (value: T) => void;
  /** Shows the waiting value, if there is one. */
  readonly now: () => void;
}

/** Shows the latest of many values, at most once per `intervalMs`. */
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
