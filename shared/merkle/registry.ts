import { preimages } from './preimages.ts';
import type {
  HashEncoding,
  HashName,
  LeafDigest,
  LeafScheme,
  LinkRule,
  NodeRule,
  PathScheme,
  RegistryEntry,
  SiblingOrder,
  TreeShape,
} from './scheme.ts';

export { findPreimage, preimages } from './preimages.ts';
export type { RegistryEntry } from './scheme.ts';

export interface HashEntry extends RegistryEntry<HashName> {
  /** Length of its hashes. */
  readonly bytes: number;
}

/** In the order in which they are tried: the commonest first. */
export const hashFunctions: readonly HashEntry[] = [
  {
    id: 'sha-256',
    bytes: 32,
    words: 'SHA-256',
    source: 'FIPS 180-4; Certificate Transparency, Bitcoin, Trillian',
  },
  {
    id: 'keccak-256',
    bytes: 32,
    words: 'Keccak-256',
    source: 'The Keccak submission to SHA-3; Ethereum, OpenZeppelin',
  },
  {
    id: 'sha-512-256',
    bytes: 32,
    words: 'SHA-512/256',
    source: 'FIPS 180-4 section 5.3.6; the Algorand ledger',
  },
  { id: 'sha3-256', bytes: 32, words: 'SHA3-256', source: 'FIPS 202; the Aptos and Diem ledgers' },
  { id: 'blake2b-256', bytes: 32, words: 'BLAKE2b-256', source: 'RFC 7693; the Sui and Cardano ledgers' },
  {
    id: 'blake2s-256',
    bytes: 32,
    words: 'BLAKE2s-256',
    source: 'RFC 7693; Zcash, and zero-knowledge circuits',
  },
  { id: 'blake3', bytes: 32, words: 'BLAKE3', source: 'The BLAKE3 specification; Iroh and Bao' },
  { id: 'sha-384', bytes: 48, words: 'SHA-384', source: 'FIPS 180-4; the CNSA suite of algorithms' },
  { id: 'sha-512', bytes: 64, words: 'SHA-512', source: 'FIPS 180-4; the default hash of libsodium' },
];

/** Every length in bytes that a hash may have. */
export const hashLengths: readonly number[] = [...new Set(hashFunctions.map(({ bytes }) => bytes))];

export const nodeRules: readonly RegistryEntry<NodeRule>[] = [
  {
    id: 'prefix-01',
    words: 'hash of the byte 01, the left node, and the right node',
    source: 'RFC 6962 section 2.1 and RFC 9162 section 2.1.1 (Certificate Transparency)',
  },
  {
    id: 'concat',
    words: 'hash of the left node and the right node, without a prefix',
    source: 'Merkle trees without domain separation, such as the defaults of merkletreejs',
  },
  {
    id: 'sorted',
    words: 'hash of the smaller node and the larger node, whichever side they are on',
    source: 'MerkleProof of OpenZeppelin (there with Keccak-256); merkletreejs with sortPairs',
  },
  {
    id: 'double',
    words: 'hash of the hash of the left node and the right node',
    source: 'Bitcoin block headers; merkletreejs with isBitcoinTree',
  },
  {
    id: 'hex',
    words: 'hash of the left node and the right node, both written as lowercase hex',
    source: 'Hand-written services that join hashes as text',
  },
];

export const treeShapes: readonly RegistryEntry<TreeShape>[] = [
  {
    id: 'rfc6962',
    words: 'an odd last node moves up unchanged',
    source:
      'RFC 6962 section 2.1 and RFC 9162 section 2.1.1; the defaults of merkletreejs give the same tree',
  },
  {
    id: 'duplicate-last',
    words: 'an odd last node is paired with itself',
    source: 'Bitcoin block headers (there with a double hash); merkletreejs with duplicateOdd',
  },
  {
    id: 'zero-pad',
    words: 'leaves of zero bytes fill the tree up to a power of two',
    source: 'Ethereum consensus specification (SSZ merkleization); fixed-depth Merkle trees in circuits',
  },
];

export const siblingOrders: readonly RegistryEntry<SiblingOrder>[] = [
  {
    id: 'leaf-to-root',
    words: 'siblings are listed from the leaf to the root',
    source: 'RFC 9162 section 2.1.3.1',
  },
  {
    id: 'root-to-leaf',
    words: 'siblings are listed from the root to the leaf',
    source: 'Services that collect siblings while they descend from the root',
  },
];

export const leafDigests: readonly RegistryEntry<LeafDigest>[] = [
  {
    id: 'prefix-00',
    words: 'hash of the byte 00 and',
    source: 'RFC 6962 section 2.1 and RFC 9162 section 2.1.1 (Certificate Transparency)',
  },
  { id: 'plain', words: 'hash of', source: 'Trees that hash leaves without a prefix' },
  {
    id: 'double',
    words: 'hash of the hash of',
    source: 'StandardMerkleTree of OpenZeppelin (there with Keccak-256)',
  },
];

/** Read off each text, so never part of a pin: it decides nothing but the bytes. */
export const hashEncodings: readonly RegistryEntry<HashEncoding>[] = [
  { id: 'hex', words: 'hex digits in any case', source: 'The interface of the service, section 2' },
  { id: '0x-hex', words: 'hex digits after 0x', source: 'Ethereum JSON-RPC' },
  {
    id: 'base64',
    words: 'base64',
    source: 'RFC 4648 section 4; Certificate Transparency (RFC 6962 section 4)',
  },
  { id: 'base64url', words: 'base64url', source: 'RFC 4648 section 5; JSON Web Tokens' },
];

/**
 * How the root of a tree becomes a leaf of the next one, in the order in which they are tried. Each ties the inner root to the
 * outer leaf as firmly as the hash.
 */
export const linkRules: readonly RegistryEntry<LinkRule>[] = [
  {
    id: 'same',
    words: 'the inner root itself',
    source: 'Sharded memories: a shard root is a leaf of the master tree',
  },
  {
    id: 'hash-00',
    words: 'the hash of the byte 00 and the inner root',
    source: 'RFC 6962 section 2.1, with the root as leaf data',
  },
  {
    id: 'hash',
    words: 'the hash of the inner root',
    source: 'Trees of roots that hash every leaf without a prefix',
  },
  {
    id: 'hash-hex',
    words: 'the hash of the inner root written as lowercase hex',
    source: 'Hand-written services that hash roots as text',
  },
];

/** Every path scheme of the registry. */
export const pathSchemes: readonly PathScheme[] = hashFunctions.flatMap((hash) =>
  nodeRules.flatMap((node) =>
    treeShapes.flatMap((shape) =>
      siblingOrders.map((order): PathScheme => ({
        hash: hash.id,
        node: node.id,
        shape: shape.id,
        order: order.id,
      })),
    ),
  ),
);

/** Every leaf scheme of the registry. */
export const leafSchemes: readonly LeafScheme[] = hashFunctions.flatMap((hash) =>
  preimages.flatMap((preimage) =>
    leafDigests.map((digest): LeafScheme => ({
      hash: hash.id,
      digest: digest.id,
      preimage: preimage.id,
    })),
  ),
);

/** Length in bytes of the hashes of a function. */
export function lengthOfHash(name: HashName): number {
  return hashFunctions.find(({ id }) => id === name)?.bytes ?? 32;
}

/** Such as `hash=sha-256,node=prefix-01,shape=rfc6962,order=leaf-to-root`; links are named if there are any. */
export function describePathScheme({ hash, node, shape, order, links = [] }: PathScheme): string {
  const linked = links.length === 0 ? '' : `,links=${links.join('+')}`;
  return `hash=${hash},node=${node},shape=${shape},order=${order}${linked}`;
}

/** Such as `hash=sha-256,digest=prefix-00,preimage=json:key,value,version`. */
export function describeLeafScheme({ hash, digest, preimage }: LeafScheme): string {
  return `hash=${hash},digest=${digest},preimage=${preimage}`;
}
