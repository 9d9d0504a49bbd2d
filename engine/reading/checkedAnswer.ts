import type { AtomReading, Exchange } from '#shared/domain/atom.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';

/** A response with everything that was found about it, so that it can be shown to others later. */
export interface CheckedAnswer {
  readonly exchange: Exchange;
  /** As received, but for the API key; null if it is not available. */
  readonly body: Buffer | null;
  /** The hashing rules that it was checked against. */
  readonly pin: SchemePin | null;
  /** In the order received. `requestedKey` is null where no key was requested (recall). */
  readonly reads: readonly { readonly requestedKey: string | null; readonly reading: AtomReading }[];
  /** Requested keys that were not returned. */
  readonly missing: readonly string[];
}
