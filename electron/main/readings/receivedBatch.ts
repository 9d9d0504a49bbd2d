import type { Exchange } from '#shared/domain/atom.ts';
import type { ReceivedAtom } from '../gateway/decodeResponse.ts';
import type { ReadOptions } from './readings.ts';
import type { AtomToCheck } from './responseReading.ts';

/** A response to a batch recall that was decoded and not checked yet. */
export interface ReceivedBatch {
  /** Those that were sent, each once. */
  readonly keys: readonly string[];
  readonly unsendable: readonly string[];
  readonly atoms: readonly ReceivedAtom[];
  readonly exchange: Exchange;
  /** As received, but for the API key; absent if it is not available. */
  readonly body?: Buffer;
  readonly options: ReadOptions;
}

/** An unrequested atom has no key to compare with; it is listed as such. */
export function withRequested(
  atoms: readonly ReceivedAtom[],
  asked: ReadonlySet<string>,
): readonly AtomToCheck[] {
  return atoms.map((atom) => ({ atom, requestedKey: asked.has(atom.key) ? atom.key : null }));
}
