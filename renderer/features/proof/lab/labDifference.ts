import { assertNever } from '#shared/domain/result.ts';
import { equalBytes, toHex } from '#shared/merkle/hex.ts';
import type { PathScheme } from '#shared/merkle/scheme.ts';
import { rootFromInclusionProof, type PathTrace } from '#shared/merkle/rootFromInclusionProof.ts';
import { shortHash } from '#shared/text/hashWords.ts';
import { leafBytes } from '../case/hashedBytes.ts';
import { shownLeafScheme, type ProofCase } from '../case/proofCase.ts';

/** The first place, from the atom up, where the altered copy differs from the original. Hashes in hex. */
export type LabDifference =
  /** Nothing was altered. */
  | { readonly kind: 'unaltered' }
  /** Something was altered, but every hash is the same. */
  | { readonly kind: 'none' }
  /** The altered proof cannot be read, so nothing can be computed. */
  | { readonly kind: 'unreadable' }
  /** The content has a different hash, below the leaf. null: it cannot be hashed anymore. */
  | { readonly kind: 'content'; readonly was: string; readonly is: string | null }
  /** The node on this level differs. Level 0 is the leaf hash itself. */
  | { readonly kind: 'node'; readonly level: number; readonly was: string; readonly is: string }
  /** Everything up to this level is the same; above it, only one of the paths continues. */
  | { readonly kind: 'length'; readonly level: number }
  /** Everything computed is the same; the claimed root differs. */
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

/** Where the altered copy first differs, in one or two sentences. */
export function differenceWords(difference: LabDifference): string {
  switch (difference.kind) {
    case 'unaltered':
      return 'Nothing is altered yet. Change a field below to see how the verdict changes.';
    case 'none':
      return 'No hash changed: the proof does not cover what you altered, or it is the same value written differently.';
    case 'unreadable':
      return 'The altered proof cannot be read, so nothing can be computed from it.';
    case 'content':
      return difference.is === null
        ? 'First difference: below the leaf. The altered content can no longer be hashed.'
        : `First difference: below the leaf. The altered content hashes to ${shortHash(difference.is)}, the original to ${shortHash(difference.was)}. The path above is unchanged.`;
    case 'node':
      return difference.level === 0
        ? `First difference: level 0. The leaf is ${shortHash(difference.is)} instead of ${shortHash(difference.was)}.`
        : `First difference: level ${difference.level}. The node is ${shortHash(difference.is)} instead of ${shortHash(difference.was)}, so every node above differs too.`;
    case 'length':
      return `First difference: level ${difference.level}. The nodes below are unchanged, but the altered position needs a different number of siblings.`;
    case 'root':
      return 'First difference: the claimed root. Everything computed is unchanged.';
    default:
      return assertNever(difference);
  }
}
