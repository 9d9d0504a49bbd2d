import { z } from 'zod';

export const faultSchema = z.strictObject({
  /**
   * How responses to reads and recalls lie. The first three are detected by the proof itself:
   *
   * - `sibling`: one bit of one sibling in each proof;
   * - `value`: each value, after it was hashed;
   * - `root`: the root of every proof.
   *
   * The others have valid proofs, and are detected only by comparing with earlier responses:
   *
   * - `history`: the first atom ever stored was another one, and every root follows from that;
   * - `fork`: every second response is from such another tree, so that one size has two roots;
   * - `stale`: nothing stored from now on is ever visible.
   */
  tamper: z.enum(['none', 'sibling', 'value', 'root', 'history', 'fork', 'stale']).default('none'),
  /** `sibling`, `value`, and `root`: only of the atom with this key; null: of all atoms. */
  key: z.string().min(1).nullable().default(null),
  /** Added before every response, in milliseconds. */
  latencyMs: z.int().min(0).max(600_000).default(0),
  /** Returned instead of handling requests; null: requests are handled. */
  status: z
    .union([z.literal(429), z.int().min(500).max(599)])
    .nullable()
    .default(null),
  /**
   * `status` is returned in bursts: this many requests are refused, then this many handled, and so on. null:
   * always.
   */
  burst: z
    .strictObject({ refused: z.int().min(1).max(1_000_000), served: z.int().min(1).max(1_000_000) })
    .nullable()
    .default(null),
  /** Sent with 429 and 503 as `Retry-After`, whatever it means; null: no header. */
  retryAfter: z
    .string()
    .regex(/^[\x20-\x7e]{0,100}$/)
    .nullable()
    .default('1'),
  /**
   * What happens to response bodies after the request was handled:
   *
   * - `truncated`: only the first half is sent, as if it were complete;
   * - `cut`: the connection is reset in the middle;
   * - `empty`: nothing is sent, with the same status;
   * - `html`: a page of a proxy is sent, with status 200.
   */
  body: z.enum(['whole', 'truncated', 'cut', 'empty', 'html']).default('whole'),
});

/** The faults of the service, for tests and demonstrations. */
export type Faults = Readonly<z.infer<typeof faultSchema>>;

export interface FaultSwitch {
  current(): Faults;
  set(faults: Faults): void;
  /** Called by each `set`, before it returns. */
  onSet(listener: (faults: Faults) => void): void;
  /** Whether to refuse the next request with `status`. */
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
