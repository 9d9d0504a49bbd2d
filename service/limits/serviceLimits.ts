import type { BodyBudgetLimits } from './bodyBudget.ts';
import type { Rate } from './rateLimiter.ts';

/** Largest values, in bytes of UTF-8, for the tiers of the API (section 8). */
export const tiers = { small: 4 * 1024, medium: 16 * 1024, large: 64 * 1024 } as const;
export type Tier = keyof typeof tiers;
export const tierNames = ['small', 'medium', 'large'] as const satisfies readonly Tier[];

/** Every limit that the service sets and the API leaves open (section 8). */
export interface ServiceLimits {
  /** Largest value for a key without its own tier, in bytes of UTF-8. */
  readonly maxValueBytes: number;
  /** Largest request body with values, in bytes. */
  readonly maxBodyBytes: number;
  /**
   * Largest body of a recall or batch recall, in bytes: room for a full batch of the longest keys, escaped.
   */
  readonly maxReadBytes: number;
  /** Bytes of bodies held at once. */
  readonly bodiesInFlight: BodyBudgetLimits;
  /** Longest time for a complete request to arrive, in milliseconds. */
  readonly requestTimeoutMs: number;
  /** Most atoms in a batch store, and largest number of keys in a batch recall. */
  readonly maxBatch: number;
  /** How many requests a key may make at once, and how many it regains each second. */
  readonly rate: Rate;
}

export const defaultLimits: ServiceLimits = {
  maxValueBytes: tiers.large,
  maxBodyBytes: 16 * 1024 * 1024,
  maxReadBytes: 2 * 1024 * 1024,
  bodiesInFlight: { total: 64 * 1024 * 1024, perClient: 32 * 1024 * 1024 },
  requestTimeoutMs: 60_000,
  maxBatch: 1_000,
  rate: { burst: 1_000, perSecond: 500 },
};
