/** How many bytes of request bodies the service may hold at once, in total and per client. */
export interface BodyBudgetLimits {
  readonly total: number;
  readonly perClient: number;
}

/** The share of one request. */
export interface BodyShare {
  /** False without any change if this many more bytes do not fit. */
  take(bytes: number): boolean;
  /** Returns everything. Does nothing the second time. */
  release(): void;
}

export interface BodyBudget {
  open(client: string): BodyShare;
  /** Bytes currently held. */
  readonly held: number;
}

/**
 * Keeps clients that send many large bodies at once from filling the memory; one client cannot use all of it.
 */
export function createBodyBudget({ total, perClient }: BodyBudgetLimits): BodyBudget {
  let held = 0;
  const byClient = new Map<string, number>();

  return {
    open(client) {
      let taken = 0;
      return {
        take(bytes) {
          const ofClient = byClient.get(client) ?? 0;
          if (held + bytes > total || ofClient + bytes > perClient) return false;
          taken += bytes;
          held += bytes;
          byClient.set(client, ofClient + bytes);
          return true;
        },
        release() {
          const left = (byClient.get(client) ?? 0) - taken;
          held -= taken;
          taken = 0;
          if (left > 0) byClient.set(client, left);
          else byClient.delete(client);
        },
      };
    },
    get held() {
      return held;
    },
  };
}
