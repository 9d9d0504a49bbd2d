import { hashFunctions } from '../merkle/registry.ts';
import { toHex } from '../merkle/hex.ts';
import type { ProofReading } from '../merkle/proofReading.ts';
import type { PathProblem, PathStep } from '../merkle/rootFromInclusionProof.ts';
import type { PathScheme } from '../merkle/scheme.ts';
import { shortHash } from './hashWords.ts';
import { countOf } from './phrases.ts';

/**
 * A step of a path as a sentence.
 *
 * @param isPlaced whether the proof gives the position of the leaf
 */
export function stepSentence(step: PathStep, isPlaced: boolean): string {
  const node = toHex(step.side === 'left' && step.right !== null ? step.right : step.left);
  const who = step.level === 0 ? 'the leaf' : 'the node';
  const above = shortHash(toHex(step.computed));
  return `Level ${step.level}: ${who} ${shortHash(node)} ${stepWords(step, isPlaced)} ${above} at level ${step.level + 1}.`;
}

function stepWords(step: PathStep, isPlaced: boolean): string {
  switch (step.rule) {
    case 'hash':
      return `is hashed with its sibling ${step.sibling === null ? '' : shortHash(toHex(step.sibling))}${isPlaced ? ` on the ${step.side}` : ''}, which gives`;
    case 'promote':
      return 'has no neighbor and moves up unchanged as';
    case 'duplicate':
      return 'has no neighbor and is hashed with itself, which gives';
    case 'pad':
      return 'has no neighbor and is hashed with padding, which gives';
  }
}

/** A hash function as people write it, such as `SHA-256`. */
export function hashLabel(hash: PathScheme['hash']): string {
  return hashFunctions.find(({ id }) => id === hash)?.words ?? hash;
}

/** How a step makes the node above, such as `SHA-256(left ‖ right)`. */
export function ruleFormula({ rule }: PathStep, { hash, node }: PathScheme): string {
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
  }
}

/** Why a path cannot be followed to its end. */
export function pathProblemWords(problem: PathProblem): string {
  switch (problem.kind) {
    case 'position-missing':
      return `The proof has no ${problem.missing.join(' and no ')}, so the sides of the path are unknown.`;
    case 'sibling-count':
      return `The proof lists ${countOf(problem.given, 'sibling')}, but a leaf at this position in a tree of this size needs ${problem.expected.join(' or ')}.`;
    case 'not-a-duplicate':
      return `At level ${problem.level}, the node is paired with itself, but the proof lists a different hash as its sibling.`;
    case 'not-padding':
      return `At level ${problem.level}, the node is paired with padding, but the proof lists a different hash as its sibling.`;
  }
}

/** Why no path can be drawn. */
export function noDrawingWords(reading: ProofReading): string {
  switch (reading.kind) {
    case 'missing':
      return 'The response contains no proof, so there is no path to draw.';
    case 'malformed':
      return 'The proof is malformed, so its path cannot be drawn. The checks name the invalid field.';
    case 'leafless':
      return 'The proof contains no leaf hash, and no known leaf rule produces one, so its path cannot be drawn.';
    case 'read':
      return 'No hashing rules are pinned, so the path cannot be drawn. If you know the rules, choose them under Hashing rules.';
  }
}
