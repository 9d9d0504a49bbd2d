import { durationWords } from '#shared/text/times.ts';

/** Waits for a service that responds with 429. Waits are reported on standard error, and limited in total. */
export interface Patience {
  /**
   * Waits as long as the service asks, in milliseconds; null if it did not say. `earlier`: how often this
   * request has already waited. Returns false at once if that is longer than the remaining patience.
   */
  readonly waitOut: (askedMs: number | null, earlier: number) => Promise<boolean>;
}

/** In seconds, over the whole run. */
export const usualPatience = 120;
export const longestPatience = 86_400;

const firstWaitMs = 1_000;

export function createPatience(parts: {
  /** Most seconds to wait in the whole run. */
  readonly seconds: number;
  readonly complain: (line: string) => void;
  readonly wait: (ms: number) => Promise<void>;
}): Patience {
  let leftMs = parts.seconds * 1_000;
  let isTold = false;
  return {
    waitOut: async (askedMs, earlier) => {
      const ms = askedMs ?? firstWaitMs * 2 ** Math.min(earlier, 10);
      const asks = `The service responded with 429 (too many requests)${askedMs === null ? '' : ` and asks to wait ${durationWords(ms)}`}.`;
      if (ms > leftMs) {
        if (!isTold) {
          parts.complain(
            `${asks} Not waiting, because only ${durationWords(leftMs)} of --patience are left. Set --patience SECONDS to wait longer.`,
          );
        }
        isTold = true;
        return false;
      }
      parts.complain(`${asks} Waiting ${durationWords(ms)}…`);
      leftMs -= ms;
      await parts.wait(ms);
      return true;
    },
  };
}
