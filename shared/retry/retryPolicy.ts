import { mayPass, type AppError } from '../domain/appError.ts';

/** Why a request got no usable response, as far as sending it again is concerned. */
export type Setback =
  /** 429. `askedMs`: the wait that the service asks for; null if it states none. */
  | { readonly kind: 'refused'; readonly askedMs: number | null }
  /** The service may respond later. */
  | { readonly kind: 'unavailable'; readonly askedMs: number | null }
  /** The same request would fail again. */
  | { readonly kind: 'final' };

/** When a request is sent again. Times are in milliseconds. */
export interface RetryPolicy {
  /** How often at most after refusals, */
  readonly mostRefused: number;
  /** and after other setbacks. */
  readonly mostUnavailable: number;
  /** The limit of the first wait, doubled for each further one up to the longest. A wait has full jitter above the least. */
  readonly firstMs: number;
  readonly longestMs: number;
  readonly leastMs: number;
  /** What to do if the service asks for a wait. */
  readonly asked: {
    readonly leastMs: number;
    readonly longestMs: number;
    /** Whether to give up if it asks for longer, instead of waiting less. */
    readonly givesUp: boolean;
    /** Whether the jitter is added, so that clients that were refused together do not return together. */
    readonly isSpread: boolean;
  };
  /** Whether to wait after a refusal that states no wait. */
  readonly waitsUnasked: boolean;
}

const minute = 60_000;

/** All waits of the app and of the command, by what waits. */
export const retryPolicies = {
  /** One request of a user, who is there to decide: short, and only if little is asked for. */
  request: {
    mostRefused: 2,
    mostUnavailable: 2,
    firstMs: 500,
    longestMs: 1_000,
    leastMs: 0,
    asked: { leastMs: 0, longestMs: 2_000, givesUp: true, isSpread: true },
    waitsUnasked: false,
  },
  /** A request of a job, which pauses after that: an outage of about two minutes, or half an hour of refusals. */
  job: {
    mostRefused: 30,
    mostUnavailable: 6,
    firstMs: 1_000,
    longestMs: minute,
    leastMs: 500,
    asked: { leastMs: 250, longestMs: Infinity, givesUp: false, isSpread: false },
    waitsUnasked: true,
  },
  /** A notice to another program: about half a minute, or a few minutes if it asks for them. */
  notice: {
    mostRefused: 4,
    mostUnavailable: 4,
    firstMs: 2_000,
    longestMs: minute / 2,
    leastMs: 500,
    asked: { leastMs: 500, longestMs: minute, givesUp: false, isSpread: true },
    waitsUnasked: true,
  },
  /** A request of a run of expectations, which is short. */
  run: {
    mostRefused: 5,
    mostUnavailable: 0,
    firstMs: 1_000,
    longestMs: minute,
    leastMs: 0,
    asked: { leastMs: 0, longestMs: minute, givesUp: false, isSpread: false },
    waitsUnasked: true,
  },
  /** Rows that are read because they are visible, as long as they are. */
  viewport: {
    mostRefused: Infinity,
    mostUnavailable: Infinity,
    firstMs: minute / 2,
    longestMs: minute / 2,
    leastMs: minute / 2,
    asked: { leastMs: 0, longestMs: Infinity, givesUp: false, isSpread: false },
    waitsUnasked: true,
  },
} as const satisfies Readonly<Record<string, RetryPolicy>>;

/**
 * How long to wait before a request is sent again, in milliseconds; null if it is not sent again.
 *
 * @param earlier setbacks of this request in a row before this one
 * @param random in [0, 1]; with 1, it waits as long as the policy allows
 */
export function retryWait(
  setback: Setback,
  policy: RetryPolicy,
  earlier: number,
  random: number,
): number | null {
  if (setback.kind === 'final') return null;
  const { kind, askedMs } = setback;
  if (earlier >= (kind === 'refused' ? policy.mostRefused : policy.mostUnavailable)) return null;
  const limit = Math.min(policy.longestMs, policy.firstMs * 2 ** earlier);
  const backoff = policy.leastMs + (limit - policy.leastMs) * random;
  if (askedMs === null) return kind === 'refused' && !policy.waitsUnasked ? null : backoff;
  const { asked } = policy;
  if (askedMs > asked.longestMs && asked.givesUp) return null;
  return Math.min(Math.max(askedMs, asked.leastMs), asked.longestMs) + (asked.isSpread ? backoff : 0);
}

/**
 * Waits before a request that was one too many is sent again. @returns false at once if waiting does not help, or did not
 *
 * @param earlier how often this request has been waited for already
 */
export async function waitOut(
  error: AppError,
  policy: RetryPolicy,
  earlier: number,
  wait: (ms: number) => Promise<void>,
): Promise<boolean> {
  const ms = retryWait(setbackOf(error), policy, earlier, 1);
  if (ms === null) return false;
  await wait(ms);
  return true;
}

/** Request Timeout and Too Early: the service itself asks for a retry. */
const passingStatuses: ReadonlySet<number> = new Set([408, 425]);

export function setbackOf(error: AppError): Setback {
  switch (error.code) {
    case 'rate_limited':
      return { kind: 'refused', askedMs: error.retryAfterMs };
    case 'server_error':
    case 'timeout':
      return unavailable;
    case 'unexpected_status':
      return passingStatuses.has(error.status) ? unavailable : final;
    case 'network':
      return mayPass(error.failure) ? unavailable : final;
    default:
      return final;
  }
}

const unavailable: Setback = { kind: 'unavailable', askedMs: null };
const final: Setback = { kind: 'final' };
