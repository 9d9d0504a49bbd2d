/** What a user can set for a slow network, or for a service that many share. */
export interface ConnectionLimits {
  /** Longest silence of a request, in seconds: nothing sent and nothing received. */
  readonly idleSeconds: number;
  /** Longest total time of a request, in seconds, even while data is moving. Not less than `idleSeconds`. */
  readonly totalSeconds: number;
  /** Requests of this connection that are sent at once. Others wait for their turn. */
  readonly requestsAtOnce: number;
}

/** A slow link may take minutes for a large batch, as long as data is moving. */
export const defaultConnectionLimits: ConnectionLimits = {
  idleSeconds: 30,
  totalSeconds: 300,
  requestsAtOnce: 8,
};

/** Whole numbers, both ends included. */
export const connectionLimitBounds: Readonly<
  Record<keyof ConnectionLimits, { readonly min: number; readonly max: number }>
> = {
  idleSeconds: { min: 5, max: 600 },
  totalSeconds: { min: 10, max: 3_600 },
  requestsAtOnce: { min: 1, max: 16 },
};
