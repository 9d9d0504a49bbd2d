import { durationWords } from '#shared/text/times.ts';

/** Waits for a service that responds with 429. Waits are reported on standard error, and limited in total and for each request. */
export interface Patience {
  /**
   * Waits as long as the service asks, in milliseconds; null if it did not say. `earlier`: how often this
   * request has already waited. Each wait of a request has a least length, which doubles, so that also a service that asks
   * for no wait uses up the patience. Returns false at once if the wait is longer than the remaining patience.
   */
  readonly waitOut: (askedMs: number | null, earlier: number) => Promise<boolean>;
}

/** In seconds, over the whole run. */
export const usualPatience = 120;
export const longestPatience = 86_400;

const firstWaitMs = 1_000;
const leastWaitMs = 250;
const mostDoublings = 10;
const mostWaitsOfRequest = 50;

export function createPatience(parts: {
  /** Most seconds to wait in the whole run. */
  readonly seconds: number;
  readonly complain: (line: string) => void;
  /** For waits that are no problem. */
  readonly note: (line: string) => void;
  readonly wait: (ms: number) => Promise<void>;
}): Patience {
  let leftMs = parts.seconds * 1_000;
  let isTold = false;
  return {
    waitOut: async (askedMs, earlier) => {
      const times = 2 ** Math.min(earlier, mostDoublings);
      const ms = Math.max(askedMs ?? firstWaitMs * times, leastWaitMs * times);
      const asks = `The service responded with 429 (too many requests)${askWords(askedMs)}.`;
      if (earlier >= mostWaitsOfRequest) {
        parts.complain(`${asks} Not waiting again, because this request was sent ${earlier + 1} times.`);
        return false;
      }
      if (ms > leftMs) {
        if (!isTold) {
          parts.complain(
            `${asks} Not waiting, because only ${durationWords(leftMs)} of --patience are left. Set --patience SECONDS to wait longer.`,
          );
        }
        isTold = true;
        return false;
      }
      parts.note(`${asks} Waiting ${durationWords(ms)}…`);
      leftMs -= ms;
      await parts.wait(ms);
      return true;
    },
  };
}

function askWords(askedMs: number | null): string {
  if (askedMs === null) return '';
  return askedMs === 0 ? ' and asks for no wait' : ` and asks to wait ${durationWords(askedMs)}`;
}
