import { hashFunctions } from '#shared/merkle/registry.ts';
import { toHex } from '#shared/merkle/hex.ts';
import type { InclusionProof } from '#shared/merkle/proof.ts';
import type { PathScheme } from '#shared/merkle/scheme.ts';
import {
  rootFromInclusionProof,
  type PathProblem,
  type PathStep,
} from '#shared/merkle/rootFromInclusionProof.ts';
import { assertNever } from '#shared/domain/result.ts';
import { shortHash } from '#shared/text/hashWords.ts';
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
    problem: problem === null ? null : problemWords(problem),
  };
}

function drawStep(step: PathStep, scheme: PathScheme, isPlaced: boolean): LadderLevel {
  const node = toHex(step.side === 'left' && step.right !== null ? step.right : step.left);
  const sibling = step.rule === 'hash' && step.sibling !== null ? toHex(step.sibling) : null;
  const rule = ruleFormula(step, scheme);
  const who = step.level === 0 ? 'The leaf' : 'The node';
  const above = shortHash(toHex(step.computed));
  return {
    level: step.level,
    index: isPlaced ? String(step.index) : null,
    node,
    sibling,
    column: sibling === null ? 'middle' : step.side === 'left' ? 'right' : 'left',
    rule,
    sentence: `Level ${step.level}: ${who.toLowerCase()} ${shortHash(node)} ${stepWords(step, sibling, isPlaced)} ${above} on level ${step.level + 1}.`,
    computed: toHex(step.computed),
    bytes: stepBytes(step, scheme),
  };
}

function stepWords(step: PathStep, sibling: string | null, isPlaced: boolean): string {
  switch (step.rule) {
    case 'hash':
      return `is hashed with its sibling ${shortHash(sibling ?? '')}${isPlaced ? ` on the ${step.side}` : ''}, which gives`;
    case 'promote':
      return 'has no neighbor and moves up unchanged as';
    case 'duplicate':
      return 'has no neighbor and is hashed with itself, which gives';
    case 'pad':
      return 'has no neighbor and is hashed with padding, which gives';
    default:
      return assertNever(step.rule);
  }
}

/** A hash function as people write it, such as `SHA-256`. */
export function hashLabel(hash: PathScheme['hash']): string {
  return hashFunctions.find(({ id }) => id === hash)?.words ?? hash;
}

function ruleFormula({ rule }: PathStep, { hash, node }: PathScheme): string {
  const name = hashLabel(hash);
  switch (rule) {
    case 'hash':
      return nodeFormula(name, node, 'left', 'right');
    case 'promote':
      return 'moves up unchanged';
    case 'duplicate':
      return nodeFormula(name, node, 'node', 'node');
    case 'pad':
      return nodeFormula(name, node, 'node', 'padding');
    default:
      return assertNever(rule);
  }
}

function nodeFormula(name: string, node: PathScheme['node'], left: string, right: string): string {
  switch (node) {
    case 'concat':
      return `${name}(${left} ‖ ${right})`;
    case 'prefix-01':
      return `${name}(01 ‖ ${left} ‖ ${right})`;
    case 'sorted':
      return `${name}(smaller ‖ greater)`;
    case 'double':
      return `${name}(${name}(${left} ‖ ${right}))`;
    case 'hex':
      return `${name}(hex ${left} ‖ hex ${right})`;
    default:
      return assertNever(node);
  }
}

function problemWords(problem: PathProblem): string {
  switch (problem.kind) {
    case 'position-missing':
      return `The proof has no ${problem.missing.join(' and no ')}, so the sides of the path are unknown.`;
    case 'sibling-count':
      return `The proof lists ${siblings(problem.given)}, but a leaf at this position in a tree of this size needs ${problem.expected.join(' or ')}.`;
    case 'not-a-duplicate':
      return `On level ${problem.level}, the node is paired with itself, but the proof lists a different hash as its sibling.`;
    case 'not-padding':
      return `On level ${problem.level}, the node is paired with padding, but the proof lists a different hash as its sibling.`;
    default:
      return assertNever(problem);
  }
}

function siblings(count: number): string {
  return count === 1 ? '1 sibling' : `${count} siblings`;
}
