/** How many bytes may still be hashed. Once one request is refused, all later ones are: the work stops there. */
export interface HashBudget {
  /** Takes this many bytes. Returns false if fewer are left, and for every later request. */
  readonly take: (bytes: number) => boolean;
  /** Number of bytes taken so far. */
  readonly spent: () => number;
  /** Whether a request was refused, so the work is incomplete. */
  readonly isExhausted: () => boolean;
}

const mebibyte = 1024 * 1024;

/**
 * What one inference may hash at most: half a second of one thread with SHA-256, two with the slowest functions. It
 * is enough to try every leaf rule of one hash function on 95,000 bytes, or of all functions on 16,000.
 */
export const inferenceBudget = 16 * mebibyte;

/** What may be hashed in a thread that others wait for: 5 to 25 milliseconds. */
export const inlineBudget = mebibyte / 8;

/** What may be hashed in a window, which has one thread: it may stutter for a moment, not freeze. */
export const windowBudget = 2 * mebibyte;

/** A connection that has spent this much on unsuccessful searches starts no more until the registry changes. */
export const lifetimeBudget = 48 * mebibyte;

export function createHashBudget(limit = inferenceBudget): HashBudget {
  let spent = 0;
  let isExhausted = false;
  return {
    take: (bytes) => {
      if (isExhausted || spent + bytes > limit) {
        isExhausted = true;
        return false;
      }
      spent += bytes;
      return true;
    },
    spent: () => spent,
    isExhausted: () => isExhausted,
  };
}
