import type { AppError } from '#shared/domain/appError.ts';
import { toAppError } from './unwrap.ts';

/** What the reading of rows in sight is at. */
export type SightReading =
  | { readonly kind: 'resting' }
  | { readonly kind: 'reading'; readonly count: number }
  /** The service asked for a pause, or did not answer; it goes on by itself. */
  | { readonly kind: 'waiting'; readonly error: AppError }
  /** Asking again would be answered alike. */
  | { readonly kind: 'stopped'; readonly error: AppError };

export interface SightReader {
  /** The unread keys that are in sight now; those of before that were not asked for yet are let go. */
  readonly see: (keys: readonly string[]) => void;
  /** Nothing more is asked; what is under way is cancelled. */
  readonly close: () => void;
}

/** Scrolling rests before anything is asked: what only passed by is not read. */
export const settleMs = 250;
/** Where the service does not say how long to wait. */
const waitMs = 30_000;
/** Keys asked for in one request. */
const mostAtOnce = 100;

/**
 * Reads atoms that came into sight: after scrolling has settled, one request at a time, each key once. A service that
 * asks for a pause gets it; one that refuses the key is not asked again.
 */
export function createSightReader(effects: {
  readonly read: (keys: readonly string[], signal: AbortSignal) => Promise<void>;
  readonly onChange: (reading: SightReading) => void;
  readonly setTimer: (run: () => void, ms: number) => () => void;
}): SightReader {
  const controller = new AbortController();
  const asked = new Set<string>();
  let inSight: readonly string[] = [];
  let isBusy = false;
  let isStopped = false;
  let isWaiting = false;
  let stopTimer: () => void = () => undefined;

  const settle = (ms: number): void => {
    stopTimer();
    stopTimer = effects.setTimer(() => void readOn(), ms);
  };

  const readOn = async (): Promise<void> => {
    isWaiting = false;
    const keys = inSight.filter((key) => !asked.has(key)).slice(0, mostAtOnce);
    if (isBusy || isStopped || keys.length === 0) return;
    isBusy = true;
    effects.onChange({ kind: 'reading', count: keys.length });
    try {
      await effects.read(keys, controller.signal);
      for (const key of keys) asked.add(key);
      isBusy = false;
      if (isStopped) return;
      effects.onChange({ kind: 'resting' });
      await readOn();
    } catch (caught) {
      isBusy = false;
      if (!isStopped) giveWay(toAppError(caught), keys);
    }
  };

  const giveWay = (error: AppError, keys: readonly string[]): void => {
    switch (error.code) {
      case 'unauthorized':
      case 'forbidden':
      case 'key_missing':
        isStopped = true;
        effects.onChange({ kind: 'stopped', error });
        return;
      case 'invalid_input':
      case 'unexpected_status':
        // The service takes none of these: asking for the same again would not help.
        for (const key of keys) asked.add(key);
        effects.onChange({ kind: 'resting' });
        return;
      default:
        effects.onChange({ kind: 'waiting', error });
        isWaiting = true;
        settle(error.code === 'rate_limited' ? (error.retryAfterMs ?? waitMs) : waitMs);
    }
  };

  return {
    see: (keys) => {
      inSight = keys;
      // A pause is not cut short by scrolling.
      if (!isWaiting && !isStopped) settle(settleMs);
    },
    close: () => {
      isStopped = true;
      stopTimer();
      controller.abort();
    },
  };
}
