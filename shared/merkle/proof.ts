import type { Base64Fault } from './base64.ts';

/**
 * An inclusion proof (interface section 2), decoded: every hash as bytes of one length, index and size as exact
 * integers. `parseProof` makes it, and is the only place that reads the JSON.
 */
export interface InclusionProof {
  readonly leafHash: Uint8Array;
  /** In the order received; the path scheme says which end is the leaf's. */
  readonly siblings: readonly Uint8Array[];
  readonly rootHash: Uint8Array;
  /** Counted from 0. null if the proof does not say: then neither sides nor position are known. */
  readonly leafIndex: bigint | null;
  /** At least 1, and greater than `leafIndex`. null if the proof does not say: a path can still be followed. */
  readonly treeSize: bigint | null;
}

/** Proofs of which each proves the root of the one before it, inner first; one proof where nothing is chained. */
export type ProofChain = readonly [InclusionProof, ...InclusionProof[]];

/** The root that a chain ends at, and the proof that states it. */
export function outermost(chain: ProofChain): InclusionProof {
  return chain.at(-1) ?? chain[0];
}

/** The fields that say where a leaf stands; a proof may lack them and still be read. */
export type PositionField = 'leafIndex' | 'treeSize';

/** What is wrong with one field of a proof. */
export type ProofFault =
  | { readonly kind: 'missing' }
  | { readonly kind: 'wrong-type'; readonly wanted: 'an object' | 'an array' | 'a string' | 'an integer' }
  /** The text is in no encoding of hashes; `length` in characters. */
  | { readonly kind: 'not-hex'; readonly length: number }
  /** The text has the characters of base64, but is not the one text that stands for some bytes. */
  | { readonly kind: 'not-base64'; readonly fault: Base64Fault }
  | { readonly kind: 'hash-length'; readonly bytes: number; readonly expectedBytes: number }
  | { readonly kind: 'too-many'; readonly count: number; readonly limit: number }
  /** A chain of fewer or more proofs than the rules have trees; `trees`: what they allow. */
  | { readonly kind: 'tree-count'; readonly given: number; readonly trees: readonly number[] }
  /** A chain of no proofs. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'not-an-integer' }
  | { readonly kind: 'negative' }
  /** A JSON number above 2^53 - 1 has already been rounded by the time it is read. */
  | { readonly kind: 'inexact' }
  /** A string is accepted only for an integer that a JSON number cannot carry, in plain decimal digits. */
  | { readonly kind: 'string-for-integer' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'empty-tree' }
  | { readonly kind: 'outside-tree'; readonly leafIndex: string; readonly treeSize: string };

export interface ProofProblem {
  /** Path of the field inside the proof, such as `siblings[3]` or `shardRootProof.root`; `proof` for the whole. */
  readonly field: string;
  readonly fault: ProofFault;
}

/** The position fields that a proof lacks. */
export function missingPosition(proof: InclusionProof): readonly PositionField[] {
  return (['leafIndex', 'treeSize'] as const).filter((field) => proof[field] === null);
}
