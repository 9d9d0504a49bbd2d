import { defaultConnectionLimits } from '#shared/domain/connectionLimits.ts';
import type { HttpClient, HttpNoResponse, HttpRequest } from './httpClient.ts';
import { createLearnedRate, type LearnedRate } from './learnedRate.ts';

export interface PaceEffects {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Resolves after the time, or at once when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal | null) => Promise<void>;
}

/** Requests of one connection that are sent, and those that wait for their turn. */
interface Pace {
  running: number;
  readonly waiting: Set<() => void>;
  readonly rate: LearnedRate;
}

/**
 * Sends no more requests of a connection at once than it allows, and no faster than its service accepts them. How long a
 * request waited is part of the response. A wait ends when the request is canceled.
 */
export function withPace(http: Pick<HttpClient, 'send'>, effects: PaceEffects): Pick<HttpClient, 'send'> {
  const paces = new Map<string, Pace>();
  const paceOf = ({ settings, address }: HttpRequest): Pace => {
    // What was learned from one service says nothing about another one that the connection is moved to.
    const name = `${settings?.id ?? ''} ${address.text}`;
    const pace = paces.get(name) ?? { running: 0, waiting: new Set(), rate: createLearnedRate(effects.now) };
    paces.set(name, pace);
    return pace;
  };
  /** Passes the place on to the request that has waited longest. */
  const leave = (pace: Pace): void => {
    const [next] = pace.waiting;
    if (next === undefined) pace.running -= 1;
    else next();
  };
  return {
    send: async (request) => {
      const { signal } = request;
      const pace = paceOf(request);
      const startedAt = effects.now();
      const atOnce = request.settings?.limits?.requestsAtOnce ?? defaultConnectionLimits.requestsAtOnce;
      if (pace.running < atOnce) pace.running += 1;
      else if (!(await itsTurn(pace, signal))) return canceled(effects.now() - startedAt);
      try {
        const wait = signal?.aborted === true ? 0 : pace.rate.take();
        if (wait > 0) await effects.sleep(wait, signal);
        const waitedMs = effects.now() - startedAt;
        if (signal?.aborted === true) return canceled(waitedMs);
        const outcome = await http.send(request);
        pace.rate.answered(outcome);
        return waitedMs > 0 ? { ...outcome, waitedMs: waitedMs + (outcome.waitedMs ?? 0) } : outcome;
      } finally {
        leave(pace);
      }
    },
  };
}

/** Resolves when an earlier request passes on its place; to false if the signal aborts before. */
function itsTurn({ waiting }: Pace, signal: AbortSignal | null): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (hasPlace: boolean): void => {
      waiting.delete(enter);
      signal?.removeEventListener('abort', giveUp);
      resolve(hasPlace);
    };
    const enter = (): void => {
      end(true);
    };
    const giveUp = (): void => {
      end(false);
    };
    if (signal?.aborted === true) {
      giveUp();
      return;
    }
    waiting.add(enter);
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}

function canceled(waitedMs: number): HttpNoResponse {
  return { kind: 'failed', failure: { kind: 'cancelled' }, mayHaveArrived: false, waitedMs };
}
