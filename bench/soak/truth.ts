/** One attempt to store a value, and when. Milliseconds of one clock. */
interface Attempt {
  readonly value: string;
  readonly from: number;
  /** When the app said that it is stored; null if it did not, or said that it does not know. */
  acknowledgedAt: number | null;
}

/**
 * What the memory may hold: every attempt to store, in order. Nobody else writes, and the values of one key are stored one
 * after the other.
 */
export interface Truth {
  /** @returns called when the app says that the value is stored */
  readonly attempt: (key: string, value: string, from: number) => (at: number) => void;
  /** Whether the key may have had this value at some time between `from` and `to`. */
  readonly mayHold: (key: string, value: string, from: number, to: number) => boolean;
  /** Why the value that the service holds at last cannot be right; null if it can. `value` null: none. */
  readonly complaint: (key: string, value: string | null) => string | null;
  readonly keys: () => readonly string[];
  readonly acknowledged: () => number;
}

function lastSureOf(all: readonly Attempt[]): number {
  let last = -1;
  for (const [index, { acknowledgedAt }] of all.entries()) if (acknowledgedAt !== null) last = index;
  return last;
}

/** Attempts of a key that are remembered; older ones were replaced long ago. */
const mostAttempts = 50;

export function createTruth(): Truth {
  const attempts = new Map<string, Attempt[]>();
  let acknowledged = 0;
  return {
    attempt: (key, value, from) => {
      const all = attempts.get(key) ?? [];
      const one: Attempt = { value, from, acknowledgedAt: null };
      all.push(one);
      attempts.set(key, all);
      // The last one that was acknowledged must stay, with all that came after it.
      const lastSure = lastSureOf(all);
      if (all.length > mostAttempts && lastSure > 0)
        all.splice(0, Math.min(lastSure, all.length - mostAttempts));
      return (at) => {
        if (one.acknowledgedAt !== null) return;
        one.acknowledgedAt = at;
        acknowledged += 1;
      };
    },
    mayHold: (key, value, from, to) => {
      const all = attempts.get(key) ?? [];
      return all.some((one, index) => {
        if (one.value !== value || one.from > to) return false;
        // Replaced for certain before it was asked for.
        return !all
          .slice(index + 1)
          .some(({ acknowledgedAt }) => acknowledgedAt !== null && acknowledgedAt < from);
      });
    },
    complaint: (key, value) => {
      const all = attempts.get(key) ?? [];
      const lastSure = lastSureOf(all);
      if (lastSure === -1 && value === null) return null;
      const possible = all.slice(Math.max(0, lastSure));
      if (possible.some((one) => one.value === value)) return null;
      return `${key}: the service holds ${JSON.stringify(value)}, but ${JSON.stringify(all[lastSure]?.value ?? null)} was acknowledged last`;
    },
    keys: () => [...attempts.keys()],
    acknowledged: () => acknowledged,
  };
}
