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

/** One page of the list that a service gives of its atoms. */
export interface AtomList {
  readonly atoms: readonly { readonly key: string; readonly isDeleted: boolean }[];
}
