import { describe, expect, it } from 'vitest';
import { hashNode } from '#shared/merkle/hashing.ts';
import { toHex } from '#shared/merkle/hex.ts';
import type { InclusionProof } from '#shared/merkle/proof.ts';
import type { PathScheme } from '#shared/merkle/scheme.ts';
import { drawPath } from './pathDrawing.ts';

const scheme: PathScheme = { hash: 'sha-256', node: 'prefix-01', shape: 'rfc6962', order: 'leaf-to-root' };

function bytes(fill: number): Uint8Array {
  return new Uint8Array(32).fill(fill);
}

/** A tree of three leaves: a and b make ab, c moves up and meets ab. */
const [a, b, c] = [bytes(1), bytes(2), bytes(3)];
const ab = hashNode(a, b, scheme);
const root = hashNode(ab, c, scheme);

function proofOf(fields: Partial<InclusionProof>): InclusionProof {
  return { leafHash: b, siblings: [a, c], rootHash: root, leafIndex: 1n, treeSize: 3n, ...fields };
}

describe('drawPath', () => {
  it('puts the leaf last and each node in its column', () => {
    const drawing = drawPath(proofOf({}), scheme);
    expect(drawing.levels).toMatchObject([
      { level: 1, column: 'left', node: toHex(ab), sibling: toHex(c) },
      { level: 0, column: 'right', node: toHex(b), sibling: toHex(a), rule: 'SHA-256(01 ‖ left ‖ right)' },
    ]);
    expect(drawing.computedRoot).toBe(toHex(root));
    expect(drawing.problem).toBeNull();
  });

  it('shows a node that moves up unchanged without a sibling', () => {
    const drawing = drawPath(proofOf({ leafHash: c, siblings: [ab], leafIndex: 2n }), scheme);
    expect(drawing.levels.at(-1)).toMatchObject({
      level: 0,
      column: 'middle',
      sibling: null,
      rule: 'moves up unchanged',
    });
    expect(drawing.computedRoot).toBe(toHex(root));
  });

  it('shows a node paired with itself', () => {
    const duplicating: PathScheme = { ...scheme, node: 'concat', shape: 'duplicate-last' };
    const drawing = drawPath(proofOf({ leafHash: c, siblings: [ab], leafIndex: 2n }), duplicating);
    expect(drawing.levels.at(-1)).toMatchObject({ column: 'middle', rule: 'SHA-256(node ‖ node)' });
  });

  it('shows both the claimed and the computed root', () => {
    const drawing = drawPath(proofOf({ siblings: [a, bytes(9)] }), scheme);
    expect(drawing.claimedRoot).toBe(toHex(root));
    expect(drawing.computedRoot).not.toBe(toHex(root));
  });

  it('draws as far as the siblings go and says what is wrong', () => {
    const drawing = drawPath(proofOf({ siblings: [a] }), scheme);
    expect(drawing.levels).toHaveLength(1);
    expect(drawing.computedRoot).toBeNull();
    expect(drawing.problem).toBe(
      'The proof lists 1 sibling, but a leaf at this position in a tree of this size needs 2.',
    );
  });

  it('reports a missing index, and follows the path if only the tree size is missing', () => {
    const drawing = drawPath(proofOf({ leafIndex: null }), scheme);
    expect(drawing).toMatchObject({ levels: [], computedRoot: null });
    expect(drawing.problem).toContain('leafIndex');
    expect(drawPath(proofOf({ treeSize: null }), scheme)).toMatchObject({
      computedRoot: toHex(root),
      problem: null,
    });
  });
});
