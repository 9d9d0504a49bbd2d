import { createHash } from 'node:crypto';
import { samplePin } from '#shared/pins/testing/samplePin.ts';
import { describe, expect, it } from 'vitest';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import {
  embeddedLike,
  keyOnly,
  proveAll,
  sampleAtoms,
  specifiedPin,
} from '#shared/merkle/testing/sampleTree.ts';
import { checkCase, drawnPathScheme, type ProofCase } from '../case/proofCase.ts';
import {
  alteredFields,
  copyForLab,
  flipHashBit,
  flipTextBit,
  inputOfCopy,
  swapWithNext,
  withField,
  type LabCopy,
} from './labCopy.ts';
import { findDifference } from './labDifference.ts';
import type { LabDifference } from '#shared/text/labDifferenceWords.ts';
import { connectionGrounds } from '#shared/merkle/testing/verifyInput.ts';

const sha256 = (...parts: readonly (Uint8Array | string)[]): Uint8Array => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const keyOnlyPin: SchemePin = {
  ...specifiedPin,
  path: [{ hash: 'sha-256', node: 'concat', shape: 'duplicate-last', order: 'leaf-to-root' }],
  leaf: [{ hash: 'sha-256', digest: 'plain', preimage: 'key' }],
};

/** The proof of one of 11 atoms: 4 levels, the last leaf alone on some. */
function caseOf(index: number, service = embeddedLike(sha256), pin = specifiedPin): ProofCase {
  const atom = proveAll(service, sampleAtoms(11))[index];
  if (atom === undefined) throw new Error('no such atom');
  const { key, value, version, hash, proof } = atom;
  return checkCase({
    atom: { key, value, version, hash },
    requestedKey: key,
    proof,
    pin,
    snapshot: { kind: 'single' },
    root: null,
    grounds: connectionGrounds,
  });
}

function tamper(
  shown: ProofCase,
  change: (copy: LabCopy) => LabCopy,
): { readonly status: string; readonly difference: LabDifference } {
  const original = copyForLab(shown);
  if (original === null || shown.reading.kind !== 'read') throw new Error('nothing to alter');
  const copy = change(original);
  const checked = checkCase(inputOfCopy(copy, original, shown.input, shown.reading.chain));
  const isAltered = alteredFields(copy, original).length > 0;
  const difference = findDifference(shown, checked, isAltered, drawnPathScheme(shown));
  return { status: checked.verdict.status, difference };
}

describe('tamper lab', () => {
  const shown = caseOf(5);

  it('starts with a copy that has the verdict of the proof', () => {
    expect(shown.verdict.status).toBe('green');
    expect(tamper(shown, (copy) => copy)).toEqual({ status: 'green', difference: { kind: 'unaltered' } });
  });

  it.each([0, 1, 2, 3])('names level after the sibling %i that was altered', (at) => {
    const change = (copy: LabCopy) => withField(copy, at, flipHashBit(copy.siblings[at] ?? ''));
    expect(tamper(shown, change)).toMatchObject({
      status: 'red',
      difference: { kind: 'node', level: at + 1 },
    });
  });

  it('names the level of a sibling, not its index in the proof', () => {
    // The last of 11 leaves (index 10): it moves up alone from level 0 to 1, so its first sibling stands on level 1.
    const last = caseOf(10);
    const change = (copy: LabCopy) => withField(copy, 0, flipHashBit(copy.siblings[0] ?? ''));
    expect(tamper(last, change).difference).toMatchObject({ kind: 'node', level: 2 });
  });

  it('names level 0 if the leaf hash differs', () => {
    const change = (copy: LabCopy) => withField(copy, 'leafHash', flipHashBit(copy.leafHash));
    expect(tamper(shown, change)).toMatchObject({ status: 'red', difference: { kind: 'node', level: 0 } });
  });

  it('says that only the claimed root differs', () => {
    const change = (copy: LabCopy) => withField(copy, 'rootHash', flipHashBit(copy.rootHash));
    expect(tamper(shown, change)).toEqual({ status: 'red', difference: { kind: 'root' } });
  });

  it.each(['key', 'value'] as const)('finds another %s below the leaf, with the path as it was', (field) => {
    const change = (copy: LabCopy) => withField(copy, field, flipTextBit(copy[field] ?? ''));
    expect(tamper(shown, change)).toMatchObject({ status: 'red', difference: { kind: 'content' } });
  });

  it('finds a different version below the leaf', () => {
    const change = (copy: LabCopy) => withField(copy, 'version', '9');
    expect(tamper(shown, change)).toMatchObject({ status: 'red', difference: { kind: 'content' } });
  });

  it('finds the lowest of several alterations', () => {
    const change = (copy: LabCopy) =>
      withField(
        withField(copy, 3, flipHashBit(copy.siblings[3] ?? '')),
        1,
        flipHashBit(copy.siblings[1] ?? ''),
      );
    expect(tamper(shown, change).difference).toMatchObject({ level: 2 });
  });

  it('finds where a different index changes the path', () => {
    // 5 is 101 in binary, 7 is 111: the same side on level 0, another on level 1.
    expect(tamper(shown, (copy) => withField(copy, 'leafIndex', '7')).difference).toMatchObject({ level: 2 });
  });

  it('finds the first of two swapped siblings', () => {
    expect(tamper(shown, (copy) => swapWithNext(copy, 2)).difference).toMatchObject({ level: 3 });
    expect(tamper(shown, (copy) => swapWithNext(copy, 3)).difference).toMatchObject({ level: 1 });
  });

  it('says where a tree size needs a path of a different length', () => {
    expect(tamper(shown, (copy) => withField(copy, 'treeSize', '100'))).toEqual({
      status: 'red',
      difference: { kind: 'length', level: 4 },
    });
  });

  it('finds where a tree size removes the neighbor of a node', () => {
    expect(tamper(shown, (copy) => withField(copy, 'treeSize', '6'))).toMatchObject({
      status: 'red',
      difference: { kind: 'node', level: 2 },
    });
  });

  it('reports no difference for a tree size that fits the same path', () => {
    expect(tamper(shown, (copy) => withField(copy, 'treeSize', '12'))).toEqual({
      status: 'green',
      difference: { kind: 'none' },
    });
  });

  it('reports no difference for a value that the leaf does not cover', () => {
    const unbound = caseOf(5, keyOnly(sha256), keyOnlyPin);
    expect(tamper(unbound, (copy) => withField(copy, 'value', 'anything'))).toEqual({
      status: 'keyOnly',
      difference: { kind: 'none' },
    });
  });

  it.each([
    ['leafIndex', '-1'],
    ['leafIndex', '1.5'],
    ['leafIndex', '11'],
    ['leafIndex', 'five'],
    ['treeSize', '0'],
    ['rootHash', 'xyz'],
    ['leafHash', ''],
    [0, 'abc'],
  ] as const)('calls the proof unreadable with %s as %j', (field, text) => {
    expect(tamper(shown, (copy) => withField(copy, field, text))).toEqual({
      status: 'red',
      difference: { kind: 'unreadable' },
    });
  });

  it('does not round an index above 2^53', () => {
    const original = copyForLab(shown);
    if (original === null || shown.reading.kind !== 'read') throw new Error('nothing to alter');
    const copy = withField(original, 'treeSize', '9007199254740993');
    expect(inputOfCopy(copy, original, shown.input, shown.reading.chain).proof).toMatchObject({
      treeSize: '9007199254740993',
    });
  });

  it('drops the root status of the real root if the root differs', () => {
    const pinned = checkCase({
      ...shown.input,
      root: { kind: 'pinned', pin: samplePin(), isSizeCompared: true },
    });
    const original = copyForLab(pinned);
    if (original === null || pinned.reading.kind !== 'read') throw new Error('nothing to alter');
    const copy = withField(original, 'rootHash', flipHashBit(original.rootHash));
    expect(inputOfCopy(copy, original, pinned.input, pinned.reading.chain).root).toBeNull();
  });

  it('restores altered fields one at a time', () => {
    const original = copyForLab(shown);
    if (original === null) throw new Error('nothing to alter');
    const altered = withField(withField(original, 'value', 'x'), 2, flipHashBit(original.siblings[2] ?? ''));
    expect(alteredFields(altered, original)).toEqual(['value', 2]);
    expect(alteredFields(withField(altered, 'value', original.value ?? ''), original)).toEqual([2]);
  });
});

describe('flipTextBit', () => {
  it.each(['a', 'é', '漢', '🙂', 'x\u0000'])('changes %j and makes no half character', (text) => {
    const flipped = flipTextBit(text);
    expect(flipped).not.toBe(text);
    expect(flipped).not.toMatch(/\p{Surrogate}/u);
    expect(flipTextBit(flipped)).toBe(text);
  });

  it('keeps an empty text', () => {
    expect(flipTextBit('')).toBe('');
  });
});

describe('flipHashBit', () => {
  it('changes one bit, and nothing in a text that is not a hash', () => {
    expect(flipHashBit('00ff')).toBe('00fe');
    expect(flipHashBit('zz')).toBe('zz');
    expect(flipHashBit('')).toBe('');
  });
});
