import { describe, expect, it } from 'vitest';
import { emptyLeavesBeside } from './emptySubtrees.ts';
import { parseProof } from './parseProof.ts';
import { narrowPin } from './pin.ts';
import type { PathScheme } from './scheme.ts';
import { naiveRfcTree } from './testing/naiveTree.ts';
import { sha256 } from './testing/nodeSha256.ts';
import { proveAll, sampleAtoms, type ProvenAtom, type SampleService } from './testing/sampleTree.ts';

const scheme: PathScheme = {
  hash: 'sha-256',
  node: 'prefix-01',
  shape: 'zero-pad',
  order: 'leaf-to-root',
};

/** A service that fills its tree up with zero leaves, and states the size of the whole tree. */
function filledUp(atoms: number, size: number): readonly ProvenAtom[] {
  const padded: SampleService = {
    tree: naiveRfcTree((left, right) => sha256(Uint8Array.of(1), left, right)),
    leaf: ({ key, value, version }) =>
      key.startsWith('empty') ? new Uint8Array(32) : sha256(Uint8Array.of(0), `${key}\n${value}\n${version}`),
  };
  const empties = Array.from({ length: size - atoms }, (_, at) => ({
    key: `empty ${at}`,
    value: '',
    version: 1,
  }));
  return proveAll(padded, [...sampleAtoms(atoms), ...empties]).slice(0, atoms);
}

function shownBy(atom: ProvenAtom | undefined, by: PathScheme = scheme) {
  const parse = parseProof(atom?.proof ?? null);
  if (!parse.ok) throw new Error('malformed');
  return emptyLeavesBeside(parse.proof, by).map(({ start, end }) => [Number(start), Number(end)]);
}

describe('empty subtrees beside a path', () => {
  it('are found as high as they stand, on the right of the last atom', () => {
    const atoms = filledUp(11, 32);
    expect(shownBy(atoms[10])).toEqual([
      [11, 12],
      [12, 16],
      [16, 32],
    ]);
    expect(shownBy(atoms[0])).toEqual([[16, 32]]);
    expect(shownBy(atoms[8])).toEqual([
      [12, 16],
      [16, 32],
    ]);
  });

  it('are none where every leaf holds an atom, or where a path does not show its place', () => {
    expect(
      proveAll({ tree: naiveRfcTree(sha256), leaf: ({ key }) => sha256(key) }, sampleAtoms(16)).flatMap(
        (atom) => shownBy(atom),
      ),
    ).toEqual([]);
    expect(shownBy(filledUp(11, 32)[10], { ...scheme, node: 'sorted' })).toEqual([]);
    expect(shownBy(filledUp(11, 32)[10], { ...scheme, node: 'concat' })).toEqual([[11, 12]]);
  });

  it('settle the shape of a tree whose paths are those of every shape', () => {
    const shapes = (atoms: readonly ProvenAtom[]) =>
      narrowPin(null, atoms, 0)?.path.map(({ shape }) => shape);
    expect(shapes(filledUp(11, 32))).toEqual(['zero-pad']);
    expect(shapes(filledUp(32, 32))).toEqual(['rfc6962', 'duplicate-last', 'zero-pad']);
    // One removed atom at the end is no row of padding.
    expect(shapes(filledUp(31, 32))).toHaveLength(3);
  });
});
