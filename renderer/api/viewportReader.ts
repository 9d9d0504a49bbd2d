import type { AppError } from '#shared/domain/appError.ts';
import { toAppError } from './unwrap.ts';

/** What the reading of visible rows is at. */
export type ViewportReading =
  | { readonly kind: 'resting' }
  | { readonly kind: 'reading'; readonly count: number }
  /** The service asked for a pause, or did not answer; it goes on by itself. */
  | { readonly kind: 'waiting'; readonly error: AppError }
  /** Asking again would be answered alike. */
  | { readonly kind: 'stopped'; readonly error: AppError };

export interface ViewportReader {
  /** The unread keys that are in sight now; those of before that were not asked for yet are let go. */
  readonly see: (keys: readonly string[]) => void;
  /** Nothing more is asked; what is under way is cancelled. */
  readonly close: () => void;
}

/** Scrolling rests before anything is asked: what only passed by is not read. */
export const settleMs = 250;
/** Where the service does not say how long to wait. */
const waitMs = 30_000;
/** Keys asked for in one request; fewer after one that the service would not take. */
const mostAtOnce = 100;
/** Single keys refused in a row, after which the reader waits. */
const mostRefusedAlone = 5;

/**
 * Reads atoms that came into sight: after scrolling has settled, one request at a time, each key once. A service that
 * asks for a pause gets it. What it would not take is asked for in halves, down to the key to blame, which is not asked again.
 */
export function createViewportReader(effects: {
  readonly read: (keys: readonly string[], signal: AbortSignal) => Promise<void>;
  readonly onChange: (reading: ViewportReading) => void;
  readonly setTimer: (run: () => void, ms: number) => () => void;
}): ViewportReader {
  const controller = new AbortController();
  const asked = new Set<string>();
  let inSight: readonly string[] = [];
  let isBusy = false;
  let isStopped = false;
  let isWaiting = false;
  let atOnce = mostAtOnce;
  let refusedAlone = 0;
  let stopTimer: () => void = () => undefined;

  const settle = (ms: number): void => {
    stopTimer();
    stopTimer = effects.setTimer(() => void readOn(), ms);
  };

  const readOn = async (): Promise<void> => {
    isWaiting = false;
    const keys = inSight.filter((key) => !asked.has(key)).slice(0, atOnce);
    if (isBusy || isStopped || keys.length === 0) return;
    isBusy = true;
    effects.onChange({ kind: 'reading', count: keys.length });
    try {
      await effects.read(keys, controller.signal);
      for (const key of keys) asked.add(key);
      atOnce = Math.min(mostAtOnce, atOnce * 2);
      refusedAlone = 0;
      await goOn();
    } catch (caught) {
      isBusy = false;
      if (!isStopped) await giveWay(toAppError(caught), keys);
    }
  };

  const goOn = async (): Promise<void> => {
    isBusy = false;
    if (isStopped) return;
    effects.onChange({ kind: 'resting' });
    await readOn();
  };

  const giveWay = async (error: AppError, keys: readonly string[]): Promise<void> => {
    switch (error.code) {
      case 'unauthorized':
      case 'forbidden':
      case 'key_missing':
        isStopped = true;
        effects.onChange({ kind: 'stopped', error });
        return;
      case 'invalid_input':
      case 'unexpected_status':
      case 'bad_response':
      case 'payload_too_large':
        // Asking for the same again would not help, but one key must not keep the others from being read.
        if (keys.length > 1) atOnce = Math.ceil(keys.length / 2);
        else {
          for (const key of keys) asked.add(key);
          refusedAlone += 1;
        }
        if (refusedAlone < mostRefusedAlone) {
          await goOn();
          return;
        }
        // Then it is not the keys.
        refusedAlone = 0;
        effects.onChange({ kind: 'waiting', error });
        isWaiting = true;
        settle(waitMs);
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
