import { z } from 'zod';

export const faultSchema = z.strictObject({
  /**
   * How answers to reads and recalls lie. The first three are clumsy, and the proof itself shows them:
   *
   * - `sibling`: one bit of one sibling in each proof;
   * - `value`: each value, after it was hashed;
   * - `root`: the root of every proof.
   *
   * The others are proven perfectly well, and only what was seen before shows them:
   *
   * - `history`: the first atom ever stored was another one, and every root follows from that;
   * - `fork`: every second answer is from such another tree, so that one size has two roots;
   * - `stale`: nothing written from now on is ever seen.
   */
  tamper: z.enum(['none', 'sibling', 'value', 'root', 'history', 'fork', 'stale']).default('none'),
  /** Added before every answer, in milliseconds. */
  latencyMs: z.int().min(0).max(600_000).default(0),
  /** Answered to requests, instead of doing them; null: requests are done. */
  status: z
    .union([z.literal(429), z.int().min(500).max(599)])
    .nullable()
    .default(null),
  /** `status` comes in bursts: so many requests are refused, then so many are done, and so on. null: it is for all. */
  burst: z
    .strictObject({ refused: z.int().min(1).max(1_000_000), served: z.int().min(1).max(1_000_000) })
    .nullable()
    .default(null),
  /** Sent with 429 and 503 as `Retry-After`, whatever it means; null: the header is left out. */
  retryAfter: z
    .string()
    .regex(/^[\x20-\x7e]{0,100}$/)
    .nullable()
    .default('1'),
  /**
   * What becomes of the bodies of answers, after the request was done:
   *
   * - `truncated`: the first half arrives, as if it were all;
   * - `cut`: the connection is reset in the middle;
   * - `empty`: nothing arrives, with the same status;
   * - `html`: a page of a proxy arrives, with status 200.
   */
  body: z.enum(['whole', 'truncated', 'cut', 'empty', 'html']).default('whole'),
});

/** How the service misbehaves, for tests and demonstrations. */
export type Faults = Readonly<z.infer<typeof faultSchema>>;

export interface FaultSwitch {
  current(): Faults;
  set(faults: Faults): void;
  /** Called at each `set`, before it returns. */
  onSet(listener: (faults: Faults) => void): void;
  /** Whether the next request is to be refused with `status`. */
  refusesNext(): boolean;
}

export function createFaultSwitch(): FaultSwitch {
  let faults = faultSchema.parse({});
  let requests = 0;
  const listeners: ((faults: Faults) => void)[] = [];

  return {
    current: () => faults,

    set(changed) {
      faults = changed;
      requests = 0;
      for (const listener of listeners) listener(changed);
    },

    onSet: (listener) => void listeners.push(listener),

    refusesNext() {
      const { status, burst } = faults;
      if (status === null) return false;
      if (burst === null) return true;
      const place = requests % (burst.refused + burst.served);
      requests += 1;
      return place < burst.refused;
    },
  };
}
