export const dialects = ['documented', 'open-server'] as const;
/**
 * How a service is talked to. `documented`: the API of the documentation, with keys, values, and versions.
 * `open-server`: the open Parametric Memory server, where an atom is its key.
 */
export type Dialect = (typeof dialects)[number];

/** What the first request to a service showed. Saved with the connection, and not guessed again. */
export interface ServiceFacts {
  readonly dialect: Dialect;
  /** The request that decided it, such as `GET /tree-head`, its status, and the beginning of the response. */
  readonly evidence: { readonly request: string; readonly status: number; readonly response: string };
  /** Epoch milliseconds. */
  readonly learnedAt: number;
}

/** One page of the list that a service gives of its atoms. Nothing in it is proven. */
export interface AtomList {
  /** Such as `GET /api/v1/atoms`. */
  readonly source: string;
  /** Whether the proofs of these atoms lead through shards, so that only the proofs of all atoms show the size of the memory. */
  readonly hasShards: boolean;
  /** Whether this is all there is, and not one page of several. */
  readonly isWhole: boolean;
  readonly atoms: readonly { readonly key: string; readonly isDeleted: boolean }[];
}
