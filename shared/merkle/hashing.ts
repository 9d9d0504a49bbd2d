import { blake2b, blake2s } from '@noble/hashes/blake2.js';
import { blake3 } from '@noble/hashes/blake3.js';
import { sha256, sha384, sha512, sha512_256 } from '@noble/hashes/sha2.js';
import { keccak_256, sha3_256 } from '@noble/hashes/sha3.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { toHex } from './hex.ts';
import { joinBytes } from './joinBytes.ts';
import { findPreimage, type AtomContent, type Preimage, type PreimageGap } from './preimages.ts';
import type { HashName, LeafScheme, LinkRule, PathScheme } from './scheme.ts';

const hashes: Record<HashName, (message: Uint8Array) => Uint8Array> = {
  'sha-256': sha256,
  'keccak-256': keccak_256,
  'sha-512-256': sha512_256,
  'sha-384': sha384,
  'sha-512': sha512,
  'sha3-256': sha3_256,
  'blake2b-256': (message) => blake2b(message, { dkLen: 32 }),
  'blake2s-256': (message) => blake2s(message),
  blake3: (message) => blake3(message),
};

/** Replaces the portable SHA-256 in a program that has a faster one. Both give the same hashes. */
export function useSha256(faster: (message: Uint8Array) => Uint8Array): void {
  hashes['sha-256'] = faster;
}

const leafPrefix = Uint8Array.of(0x00);
const nodePrefix = Uint8Array.of(0x01);

/** The leaf hash that a rule gives an atom, or why that rule cannot be applied to it. */
export type LeafHashing =
  | { readonly ok: true; readonly hash: Uint8Array }
  | { readonly ok: false; readonly gap: PreimageGap };

/** The bytes that a rule makes of an atom before they are hashed as a leaf, without the prefix of a leaf. */
export function leafPreimage(atom: AtomContent, scheme: Omit<LeafScheme, 'digest'>): Preimage {
  const entry = findPreimage(scheme.preimage);
  if (entry === null) return { ok: false, gap: 'unknown-rule' };
  return entry.build(atom, hashes[scheme.hash]);
}

/** The bytes whose hash, by the plain function, is the leaf hash of a pre-image. */
export function leafMessage(preimage: Uint8Array, { hash, digest }: LeafScheme): Uint8Array {
  switch (digest) {
    case 'plain':
      return preimage;
    case 'prefix-00':
      return joinBytes(leafPrefix, preimage);
    case 'double':
      return hashes[hash](preimage);
  }
}

/** Hash of a message by one of the functions. */
export function hashMessage(message: Uint8Array, name: HashName): Uint8Array {
  return hashes[name](message);
}

/** Hash of an atom as a leaf of the tree. */
export function hashLeaf(atom: AtomContent, scheme: LeafScheme): LeafHashing {
  const preimage = leafPreimage(atom, scheme);
  if (!preimage.ok) return preimage;
  return { ok: true, hash: hashMessage(leafMessage(preimage.bytes, scheme), scheme.hash) };
}

/** Hash of the node above two others. */
export function hashNode(
  left: Uint8Array,
  right: Uint8Array,
  scheme: Pick<PathScheme, 'hash' | 'node'>,
): Uint8Array {
  const hash = hashes[scheme.hash];
  const message = nodePreimage(left, right, scheme);
  return scheme.node === 'double' ? hash(hash(message)) : hash(message);
}

/** The bytes that are hashed for the node above two others; for `double`, those that are hashed first. */
function nodePreimage(left: Uint8Array, right: Uint8Array, { node }: Pick<PathScheme, 'node'>): Uint8Array {
  switch (node) {
    case 'concat':
    case 'double':
      return joinBytes(left, right);
    case 'prefix-01':
      return joinBytes(nodePrefix, left, right);
    case 'sorted':
      return isGreater(left, right) ? joinBytes(right, left) : joinBytes(left, right);
    case 'hex':
      return utf8ToBytes(toHex(left) + toHex(right));
  }
}

/** How the root of an inner tree becomes a leaf of the outer tree. */
export function hashLink(innerRoot: Uint8Array, rule: LinkRule, name: HashName): Uint8Array {
  const hash = hashes[name];
  switch (rule) {
    case 'same':
      return innerRoot;
    case 'hash':
      return hash(innerRoot);
    case 'hash-00':
      return hash(joinBytes(leafPrefix, innerRoot));
    case 'hash-hex':
      return hash(utf8ToBytes(toHex(innerRoot)));
  }
}

/** Compares as unsigned bytes; the first difference decides. */
function isGreater(a: Uint8Array, b: Uint8Array): boolean {
  for (let at = 0; at < a.length; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
