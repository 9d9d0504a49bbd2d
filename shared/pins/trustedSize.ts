import type { PinSource, RootPin } from '../domain/pin.ts';

/**
 * The size of the tree with a root, from a pin that does not rest on the service; null if there is none. It says how deep the
 * leaves are, so a size that the service stated, also one in the root ledger, must not settle what its proof leaves open.
 *
 * @param rootHash lowercase hex; null if the proof states none
 */
export function trustedSizeInPins(rootHash: string | null, pins: readonly RootPin[]): bigint | null {
  for (const pin of pins)
    if (pin.rootHash === rootHash && pin.treeSize !== null && isFromTrusted(pin.source))
      return BigInt(pin.treeSize);
  return null;
}

/** Snapshots and prints show what the service returned when they were made. */
function isFromTrusted(source: PinSource): boolean {
  switch (source.kind) {
    case 'person':
      return true;
    case 'checkpoint':
      return source.signer.isVerified;
    case 'response':
    case 'ledger':
    case 'snapshot':
    case 'print':
      return false;
  }
}
