import { hashMessage } from '../merkle/hashing.ts';
import { joinBytes } from '../merkle/joinBytes.ts';
import type { PathScheme } from '../merkle/scheme.ts';

/** The hashes of RFC 6962 section 2.1, 32 bytes each. */
export interface TreeHash {
  /** SHA-256 of 0x00 and the bytes of an entry. */
  readonly leaf: (entry: Uint8Array) => Uint8Array;
  /** SHA-256 of 0x01 and the two nodes below. */
  readonly node: (left: Uint8Array, right: Uint8Array) => Uint8Array;
  /** The head of a tree without leaves: SHA-256 of nothing. */
  readonly empty: Uint8Array;
}

const leafPrefix = Uint8Array.of(0x00);
const nodePrefix = Uint8Array.of(0x01);

/** The hashes of RFC 6962 by any implementation of SHA-256; by default the one that runs everywhere. */
export function treeHash(
  sha256: (message: Uint8Array) => Uint8Array = (message) => hashMessage(message, 'sha-256'),
): TreeHash {
  return {
    leaf: (entry) => sha256(joinBytes(leafPrefix, entry)),
    node: (left, right) => sha256(joinBytes(nodePrefix, left, right)),
    empty: sha256(new Uint8Array(0)),
  };
}

/** The same rules for `shared/merkle`, which follows paths of any scheme. */
export const logPathScheme: PathScheme = {
  hash: 'sha-256',
  node: 'prefix-01',
  shape: 'rfc6962',
  order: 'leaf-to-root',
};
