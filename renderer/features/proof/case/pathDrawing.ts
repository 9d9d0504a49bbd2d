import { toHex } from '#shared/merkle/hex.ts';
import type { InclusionProof } from '#shared/merkle/proof.ts';
import type { PathScheme } from '#shared/merkle/scheme.ts';
import { rootFromInclusionProof, type PathStep } from '#shared/merkle/rootFromInclusionProof.ts';
import { pathProblemWords, ruleFormula, stepSentence } from '#shared/text/pathWords.ts';
import { stepBytes, type HashedBytes } from './hashedBytes.ts';

/** One level of the drawing: a node of the path, its sibling, and how they make the node above. */
export interface LadderLevel {
  /** 0 at the leaf. */
  readonly level: number;
  /** Position of the path's node within its level, as decimal. null if the proof does not say. */
  readonly index: string | null;
  /** The computed node, or the leaf hash. Hex, like all hashes here. */
  readonly node: string;
  /** null if the node moves up unchanged or is paired with itself. */
  readonly sibling: string | null;
  /** The column of the path's node. */
  readonly column: 'left' | 'right' | 'middle';
  /** How the node above is made, as a formula. */
  readonly rule: string;
  /** The whole step as a sentence. */
  readonly sentence: string;
  /** The node above. */
  readonly computed: string;
  /** What is hashed for the node above. null if that is this node, unchanged. */
  readonly bytes: HashedBytes | null;
}

export interface PathDrawing {
  /** Root side first, leaf last. */
  readonly levels: readonly LadderLevel[];
  /** null if the path cannot be followed to its end. */
  readonly computedRoot: string | null;
  readonly claimedRoot: string;
  readonly leaf: string;
  readonly problem: string | null;
}

/** The drawing of one proof by one path rule. It decides nothing: only the verdict says whether the proof holds. */
export function drawPath(proof: InclusionProof, scheme: PathScheme): PathDrawing {
  const { steps, root, problem } = rootFromInclusionProof(proof, scheme);
  return {
    levels: steps.map((step) => drawStep(step, scheme, proof.leafIndex !== null)).reverse(),
    computedRoot: root === null ? null : toHex(root),
    claimedRoot: toHex(proof.rootHash),
    leaf: toHex(proof.leafHash),
    problem: problem === null ? null : pathProblemWords(problem),
  };
}

function drawStep(step: PathStep, scheme: PathScheme, isPlaced: boolean): LadderLevel {
  const node = toHex(step.side === 'left' && step.right !== null ? step.right : step.left);
  const sibling = step.rule === 'hash' && step.sibling !== null ? toHex(step.sibling) : null;
  return {
    level: step.level,
    index: isPlaced ? String(step.index) : null,
    node,
    sibling,
    column: sibling === null ? 'middle' : step.side === 'left' ? 'right' : 'left',
    rule: ruleFormula(step, scheme),
    sentence: stepSentence(step, isPlaced),
    computed: toHex(step.computed),
    bytes: stepBytes(step, scheme),
  };
}
