import { describe, expect, it } from 'vitest';
import { checkCollection, checkSnapshot, checkSnapshots } from './snapshot.ts';
import { embeddedLike, flipBit, proveAll, sampleAtoms, specifiedPin } from './testing/sampleTree.ts';
import { sha256 } from './testing/nodeSha256.ts';

const hash = 'ab'.repeat(32);
const other = 'cd'.repeat(32);
const proof = { leafHash: hash, siblings: [hash], rootHash: hash, leafIndex: 0, treeSize: 2 };

describe('checkSnapshot', () => {
  it('finds that proofs with one root and size agree, regardless of the case of their hex', () => {
    expect(checkSnapshot([proof, { ...proof, rootHash: hash.toUpperCase() }])).toEqual({
      kind: 'agree',
      count: 2,
    });
  });

  it('has nothing to compare in one readable proof or none', () => {
    expect(checkSnapshot([])).toEqual({ kind: 'single' });
    expect(checkSnapshot([null, proof, 'broken'])).toEqual({ kind: 'single' });
  });

  it('names the entries between which the root differs, counting unreadable ones', () => {
    expect(checkSnapshot([proof, null, { ...proof, rootHash: other }])).toEqual({
      kind: 'differ',
      field: 'rootHash',
      first: { entry: 0, value: hash },
      second: { entry: 2, value: other },
    });
  });

  it('names the entries between which the size differs, past those that name none', () => {
    expect(checkSnapshot([{ ...proof, treeSize: null }, proof, { ...proof, treeSize: 3 }])).toEqual({
      kind: 'differ',
      field: 'treeSize',
      first: { entry: 1, value: '2' },
      second: { entry: 2, value: '3' },
    });
  });
});

const proofsOf = (size: number) =>
  proveAll(embeddedLike(sha256), sampleAtoms(size)).map((atom) => atom.proof);

describe('checkSnapshots', () => {
  it('finds sound proofs to agree on every node that they share', () => {
    const findings = checkSnapshots(proofsOf(9), specifiedPin);
    expect(findings).toHaveLength(9);
    expect(findings.every(({ kind }) => kind === 'agree')).toBe(true);
  });

  it('finds only the proof at fault that gives a node another hash, and shows both and the level', () => {
    const proofs = proofsOf(8).map((each, at) =>
      at === 5
        ? { ...each, siblings: each.siblings.map((one, n) => (n === 1 ? flipBit(one, 8) : one)) }
        : each,
    );
    const findings = checkSnapshots(proofs, specifiedPin);
    expect(findings.filter(({ kind }) => kind === 'agree')).toHaveLength(7);
    expect(findings[5]).toMatchObject({
      kind: 'node-differs',
      level: 1,
      index: '3',
      given: proofs[5]?.siblings[1],
      other: proofsOf(8)[5]?.siblings[1],
      otherIs: 'established',
      alteredLevels: [1],
    });
  });

  it('compares root and size first, and cannot compare nodes without a path rule', () => {
    const [first, second] = [proofsOf(8), proofsOf(9)];
    expect(checkSnapshots([...first, ...second], specifiedPin).every(({ kind }) => kind === 'differ')).toBe(
      true,
    );
    const tampered = first.map((each) => ({ ...each, leafHash: flipBit(each.leafHash, 1) }));
    expect(checkSnapshots(tampered, null).every(({ kind }) => kind === 'agree')).toBe(true);
  });
});

describe('checkCollection', () => {
  it('holds several roots against no proof, and one root with two sizes against those that state it', () => {
    const [first, second] = [proofsOf(8), proofsOf(9)];
    const [one, two] = [first.slice(0, 2), second.slice(0, 1)];
    expect(checkCollection([...one, ...two], specifiedPin)).toEqual(
      [...one, ...two].map(() => ({ kind: 'apart', roots: 2 })),
    );
    const resized = first.slice(2, 3).map((each) => ({ ...each, treeSize: 16 }));
    expect(checkCollection([...two, ...one, ...resized], specifiedPin).map(({ kind }) => kind)).toEqual([
      'apart',
      'differ',
      'differ',
      'differ',
    ]);
    expect(checkCollection(first, specifiedPin)).toEqual(checkSnapshots(first, specifiedPin));
  });
});
