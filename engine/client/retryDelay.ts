import { retryPolicies, retryWait, type Setback } from '#shared/retry/retryPolicy.ts';
import type { HttpResponse, HttpNoResponse } from './httpClient.ts';
import { parseRetryAfter } from './retryAfter.ts';

/**
 * How long to wait before a request is retried, in milliseconds; null if it is not worthwhile, or not safe. Reads are retried after
 * 503, a lost connection, and 429 with a short wait. A write is retried only if its connection was lost before anything was sent.
 */
export function retryDelay(
  outcome: HttpResponse | HttpNoResponse,
  retriesSoFar: number,
  isWrite: boolean,
  effects: { readonly now: () => number; readonly random: () => number },
): number | null {
  const setback = isWrite ? setbackOfWrite(outcome) : setbackOfRead(outcome, effects.now);
  const wait = retryWait(setback, retryPolicies.request, retriesSoFar, effects.random());
  // The service closed a connection that was kept for later; nothing is wrong with it.
  const isStale = outcome.kind === 'failed' && outcome.isStale === true;
  return wait !== null && isStale ? 0 : wait;
}

function setbackOfWrite(outcome: HttpResponse | HttpNoResponse): Setback {
  return outcome.kind === 'failed' && !outcome.mayHaveArrived ? setbackOfLoss(outcome) : final;
}

function setbackOfRead(outcome: HttpResponse | HttpNoResponse, now: () => number): Setback {
  if (outcome.kind === 'failed') return setbackOfLoss(outcome);
  if (outcome.status !== 503 && outcome.status !== 429) return final;
  const askedMs = parseRetryAfter(outcome.retryAfter, now());
  return { kind: outcome.status === 503 ? 'unavailable' : 'refused', askedMs };
}

function setbackOfLoss({ failure }: HttpNoResponse): Setback {
  const isLost = failure.kind === 'network' && failure.failure === 'reset';
  return isLost ? { kind: 'unavailable', askedMs: null } : final;
}

const final: Setback = { kind: 'final' };
