/** How many bytes of request bodies the service may hold at once, over all requests and for one client. */
export interface BodyBudgetLimits {
  readonly total: number;
  readonly perClient: number;
}

/** What one request holds of the budget. */
export interface BodyShare {
  /** False, and nothing taken, if so many more bytes do not fit. */
  take(bytes: number): boolean;
  /** Gives everything back. Does nothing the second time. */
  release(): void;
}

export interface BodyBudget {
  open(client: string): BodyShare;
  /** Bytes that are held now. */
  readonly held: number;
}

/** Keeps clients that send many large bodies at once from filling the memory; one client cannot take it all. */
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
