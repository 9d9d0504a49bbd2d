import type { AppError } from '#shared/domain/appError.ts';
import { retryPolicies, retryWait, setbackOf } from '#shared/retry/retryPolicy.ts';
import { toAppError } from './unwrap.ts';

/** The state of reading visible rows. */
export type ViewportReading =
  | { readonly kind: 'resting' }
  | { readonly kind: 'reading'; readonly count: number }
  /** The service asked for a pause, or did not respond; reading continues automatically. */
  | { readonly kind: 'waiting'; readonly error: AppError }
  /** Another request would fail in the same way. */
  | { readonly kind: 'stopped'; readonly error: AppError };

export interface ViewportReader {
  /** Sets the unread keys in the viewport; earlier ones that were not requested yet are dropped. */
  readonly see: (keys: readonly string[]) => void;
  /** Cancels the current request and sends no more. */
  readonly close: () => void;
}

/** Rows must stay visible for this long, in milliseconds, so that scrolling past them does not read them. */
export const settleMs = 250;
/** Keys in one request at most; fewer after the service refused one. */
const mostAtOnce = 100;
/** After this many single keys are refused in a row, the reader waits. */
const mostRefusedAlone = 5;

/**
 * Reads atoms in the viewport: after scrolling stops, one request at a time, each key once. If the service asks for a
 * pause, the reader waits. A refused request is split in halves until the key that causes it is found; that key is not
 * requested again.
 */
export function createViewportReader(effects: {
  readonly read: (keys: readonly string[], signal: AbortSignal) => Promise<void>;
  readonly onChange: (reading: ViewportReading) => void;
  readonly setTimer: (run: () => void, ms: number) => () => void;
}): ViewportReader {
  const controller = new AbortController();
  const requested = new Set<string>();
  let visible: readonly string[] = [];
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
    const keys = visible.filter((key) => !requested.has(key)).slice(0, atOnce);
    if (isBusy || isStopped || keys.length === 0) return;
    isBusy = true;
    effects.onChange({ kind: 'reading', count: keys.length });
    try {
      await effects.read(keys, controller.signal);
      for (const key of keys) requested.add(key);
      atOnce = Math.min(mostAtOnce, atOnce * 2);
      refusedAlone = 0;
      await readNext();
    } catch (caught) {
      isBusy = false;
      if (!isStopped) await handleFailure(toAppError(caught), keys);
    }
  };

  const readNext = async (): Promise<void> => {
    isBusy = false;
    if (isStopped) return;
    effects.onChange({ kind: 'resting' });
    await readOn();
  };

  const handleFailure = async (error: AppError, keys: readonly string[]): Promise<void> => {
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
        // The same request would fail again, but one key must not keep the others from being read.
        if (keys.length > 1) atOnce = Math.ceil(keys.length / 2);
        else {
          for (const key of keys) requested.add(key);
          refusedAlone += 1;
        }
        if (refusedAlone < mostRefusedAlone) {
          await readNext();
          return;
        }
        // The keys are not the cause.
        refusedAlone = 0;
        effects.onChange({ kind: 'waiting', error });
        isWaiting = true;
        settle(waitAfter(error));
        return;
      default:
        effects.onChange({ kind: 'waiting', error });
        isWaiting = true;
        settle(waitAfter(error));
    }
  };

  return {
    see: (keys) => {
      visible = keys;
      // Scrolling does not shorten a pause.
      if (!isWaiting && !isStopped) settle(settleMs);
    },
    close: () => {
      isStopped = true;
      stopTimer();
      controller.abort();
    },
  };
}

/** As long as the rows are visible, they are tried again after any failure. */
function waitAfter(error: AppError): number {
  return retryWait(setbackOf(error), retryPolicies.viewport, 0, 0) ?? retryPolicies.viewport.longestMs;
}
