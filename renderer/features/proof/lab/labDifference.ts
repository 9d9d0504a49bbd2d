import { equalBytes, toHex } from '#shared/merkle/hex.ts';
import type { PathScheme } from '#shared/merkle/scheme.ts';
import { rootFromInclusionProof, type PathTrace } from '#shared/merkle/rootFromInclusionProof.ts';
import type { LabDifference } from '#shared/text/labDifferenceWords.ts';
import { leafBytes } from '../case/hashedBytes.ts';
import { shownLeafScheme, type ProofCase } from '../case/proofCase.ts';

/** Compares the altered copy with the original, from the atom up. `scheme`: the path rule of both. */
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
    // A path that is too short or too long can have the same nodes as far as it goes.
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
