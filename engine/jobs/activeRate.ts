/** The rate per second over the last moments in which there was something to do. */
export interface ActiveRate {
  /** Time starts or stops to count: waiting or being paused is not slow. */
  readonly setActive: (isActive: boolean) => void;
  readonly add: (count: number) => void;
  /** null until there is enough data. */
  readonly perSecond: () => number | null;
}

/** Long enough that one slow batch does not look like a drop, short enough to follow the service. */
const windowMs = 10_000;
const leastMs = 250;

/** @param now epoch milliseconds */
export function createActiveRate(now: () => number): ActiveRate {
  let activeMs = 0;
  let since: number | null = null;
  const marks: { readonly at: number; readonly count: number }[] = [];
  const active = (): number => activeMs + (since === null ? 0 : now() - since);
  return {
    setActive: (isActive) => {
      activeMs = active();
      since = isActive ? now() : null;
    },
    add: (count) => {
      const at = active();
      marks.push({ at, count });
      while ((marks[0]?.at ?? at) < at - windowMs) marks.shift();
    },
    perSecond: () => {
      const at = active();
      const spanMs = Math.min(at, windowMs);
      if (marks.length === 0 || spanMs < leastMs) return null;
      const count = marks.reduce((sum, mark) => (mark.at >= at - windowMs ? sum + mark.count : sum), 0);
      return (count * 1_000) / spanMs;
    },
  };
}
