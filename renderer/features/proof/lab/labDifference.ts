import { equalBytes, toHex } from '#shared/merkle/hex.ts';
import type { PathScheme } from '#shared/merkle/scheme.ts';
import { rootFromInclusionProof, type PathTrace } from '#shared/merkle/rootFromInclusionProof.ts';
import { leafBytes } from '../case/hashedBytes.ts';
import { shownLeafScheme, type ProofCase } from '../case/proofCase.ts';

/** The first place, from the atom upwards, where the altered run is not the untampered one. Hashes in hex. */
export type LabDifference =
  /** Nothing was altered. */
  | { readonly kind: 'unaltered' }
  /** Something was, and yet every hash is the same. */
  | { readonly kind: 'none' }
  /** The altered proof can't be read, so nothing can be computed. */
  | { readonly kind: 'unreadable' }
  /** The content has another hash, below the leaf; null where it has none any more. */
  | { readonly kind: 'content'; readonly was: string; readonly is: string | null }
  /** The node on this level is another one; level 0 is the leaf hash itself. */
  | { readonly kind: 'node'; readonly level: number; readonly was: string; readonly is: string }
  /** Up to this level all is the same; from there one path goes on and the other does not. */
  | { readonly kind: 'length'; readonly level: number }
  /** All that is computed is the same; the stated root is another one. */
  | { readonly kind: 'root' };

export function findDifference(
  original: ProofCase,
  altered: ProofCase,
  isAltered: boolean,
  scheme: PathScheme | null,
): LabDifference {
  if (!isAltered) return { kind: 'unaltered' };
  if (original.reading.kind !== 'read' || altered.reading.kind !== 'read') return { kind: 'unreadable' };
  const content = contentDifference(original, altered);
  if (content !== null) return content;

  const before = original.reading.proof;
  const after = altered.reading.proof;
  if (scheme !== null) {
    const [run, alteredRun] = [rootFromInclusionProof(before, scheme), rootFromInclusionProof(after, scheme)];
    const [was, is] = [nodesOf(before.leafHash, run), nodesOf(after.leafHash, alteredRun)];
    const node = firstOtherNode(was, is);
    if (node !== null) return node;
    // A path that is too short or too long may agree on every node that it has.
    if (was.length !== is.length || run.problem?.kind !== alteredRun.problem?.kind)
      return { kind: 'length', level: Math.min(was.length, is.length) - 1 };
  } else if (!equalBytes(before.leafHash, after.leafHash)) {
    return { kind: 'node', level: 0, was: toHex(before.leafHash), is: toHex(after.leafHash) };
  }
  return equalBytes(before.rootHash, after.rootHash) ? { kind: 'none' } : { kind: 'root' };
}

function contentDifference(original: ProofCase, altered: ProofCase): LabDifference | null {
  const scheme = shownLeafScheme(original);
  if (scheme === null) return null;
  const was = leafBytes(original.input.atom, scheme);
  const is = leafBytes(altered.input.atom, scheme);
  if (!was.ok) return null;
  if (!is.ok) return { kind: 'content', was: was.hashed.result, is: null };
  if (was.hashed.result === is.hashed.result) return null;
  return { kind: 'content', was: was.hashed.result, is: is.hashed.result };
}

/** The node on each level, the leaf first. */
function nodesOf(leafHash: Uint8Array, { steps }: PathTrace): readonly Uint8Array[] {
  return [leafHash, ...steps.map(({ computed }) => computed)];
}

function firstOtherNode(was: readonly Uint8Array[], is: readonly Uint8Array[]): LabDifference | null {
  for (const [level, node] of was.entries()) {
    const other = is[level];
    if (other === undefined) return null;
    if (!equalBytes(node, other)) return { kind: 'node', level, was: toHex(node), is: toHex(other) };
  }
  return null;
}
