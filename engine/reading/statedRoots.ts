import type { Json } from '#shared/domain/json.ts';
import { createHashTexts, type HashTexts } from '#shared/merkle/hashTexts.ts';
import type { ProofParse } from '#shared/merkle/parseProof.ts';
import { readClaimedRoot, type ClaimedRoot } from '#shared/merkle/proofReading.ts';
import type { SeenRoot } from '../roots/rootHistory.ts';

/** A proof of a response, decoded by itself. */
export interface StatedRoot {
  readonly parse: ProofParse;
  /** As the proof states it; null if that cannot be read. */
  readonly root: ClaimedRoot | null;
  /** For the ledger. */
  readonly seen: SeenRoot | null;
  /** Whether the leaf index is a position in the whole tree. In a chain of proofs it is one in an inner tree. */
  readonly hasPlace: boolean;
}

export function statedRoot(proof: Json, texts: HashTexts | undefined): StatedRoot {
  const { parse, root } = readClaimedRoot(proof, texts);
  const hasPlace = parse.ok && parse.chain.length === 1;
  // In a chain, the outer tree has as many leaves as there are inner trees: that is not the size of the memory.
  const seen = root === null || hasPlace || !parse.ok ? root : { ...root, treeSize: null };
  return { parse, root, seen, hasPlace };
}

/** What the proofs of one response state: a hash that several of them name is decoded once. */
export function statedRoots(proofs: readonly Json[]): readonly StatedRoot[] {
  const texts = createHashTexts(proofs.length);
  return proofs.map((proof) => statedRoot(proof, texts));
}

/** Identifies a root with its size. */
export function rootName({ rootHash, treeSize }: SeenRoot): string {
  return `${rootHash} ${String(treeSize)}`;
}
