import { describe, expect, it } from 'vitest';
import { createHashBudget, inferenceBudget, lifetimeBudget } from './hashBudget.ts';
import type { ProofSample } from './infer.ts';
import { hasRules, learnPin, narrowPin } from './pin.ts';
import { describeLeafScheme, leafSchemes } from './registry.ts';
import { likelyFirst } from './searchOrder.ts';
import type { SchemePin } from './scheme.ts';
import { naiveRfcTree } from './testing/naiveTree.ts';
import { sha256 } from './testing/nodeSha256.ts';
import {
  embeddedLike,
  flipBit,
  proveAll,
  type SampleAtom,
  type SampleService,
} from './testing/sampleTree.ts';

const tree = naiveRfcTree((left, right) => sha256(Uint8Array.of(1), left, right));
/** A leaf rule that is not in the registry. */
const secretLeaf: SampleService = { tree, leaf: ({ key, value }) => sha256('secret', key, value) };
/** A tree whose nodes are joined by a rule that is not in the registry. */
const secretTree: SampleService = {
  tree: naiveRfcTree((left, right) => sha256('secret', left, right)),
  leaf: embeddedLike(sha256).leaf,
};

function atomsOf(count: number, length: number, version = 1): readonly SampleAtom[] {
  return Array.from({ length: count }, (_, at) => ({
    key: `v1.large.n${at}`,
    value: `${at} `.repeat(Math.ceil(length / 2)).slice(0, length),
    version,
  }));
}

function learnFrom(pin: SchemePin | null, samples: readonly ProofSample[], limit?: number) {
  const budget = createHashBudget(limit);
  const after = narrowPin(pin, samples, 0, { budget });
  return { pin: after, spent: budget.spent(), isExhausted: budget.isExhausted() };
}

describe('a search for a leaf rule that is not known', () => {
  const large = proveAll(secretLeaf, atomsOf(5, 200_000));

  it('hashes no more than its budget, and says that only some rules were tried', () => {
    const { pin, spent, isExhausted } = learnFrom(null, large);
    expect(isExhausted).toBe(true);
    expect(spent).toBeLessThanOrEqual(inferenceBudget);
    expect(pin).toMatchObject({ leaf: [], search: { path: null, leaf: { isComplete: false } } });
    expect(pin?.path).toHaveLength(1);
  });

  it('continues at the next answer where it stopped, until every rule was tried, and then hashes nothing', () => {
    let pin: SchemePin | null = null;
    let total = 0;
    const extents: (boolean | undefined)[] = [];
    for (let answer = 0; answer < 12; answer += 1) {
      const after = learnFrom(pin, large);
      expect(after.spent).toBeLessThanOrEqual(inferenceBudget);
      total += after.spent;
      extents.push(after.pin?.search?.leaf?.isComplete);
      pin = after.pin;
    }
    expect(extents[0]).toBe(false);
    expect(extents.at(-1)).toBe(true);
    // What is beyond the last search is the folding of paths, which is a few kilobytes a response.
    expect(total).toBeLessThan(lifetimeBudget + inferenceBudget);
    const last = learnFrom(pin, large);
    expect(last.pin).toBe(pin);
    expect(last.spent).toBe(0);
  });

  it('tries again where a sample is shorter or of another version, and not where it shows nothing new', () => {
    const [first, again] = [atomsOf(6, 400), atomsOf(1, 400)].map((atoms) => proveAll(secretLeaf, atoms));
    const { pin } = learnFrom(null, first ?? []);
    expect(pin?.search?.leaf).toMatchObject({ isComplete: true });
    expect(learnFrom(pin, again ?? [])).toMatchObject({ pin, spent: 0 });
    const spentOn = (atoms: readonly SampleAtom[]) => learnFrom(pin, proveAll(secretLeaf, atoms)).spent;
    expect(spentOn(atomsOf(1, 300))).toBeGreaterThan(0);
    expect(spentOn(atomsOf(1, 400, 2))).toBeGreaterThan(0);
    expect(spentOn(atomsOf(1, 500))).toBe(0);
  });

  it('tries again in a version of the program that knows other rules', () => {
    const samples = proveAll(secretLeaf, atomsOf(6, 400));
    const { pin } = learnFrom(null, samples);
    if (pin?.search === undefined) throw new Error('no search');
    const older = { ...pin, search: { ...pin.search, registry: 'older' } };
    expect(learnFrom(older, samples).spent).toBeGreaterThan(0);
    expect(learnFrom(pin, samples).spent).toBe(0);
  });

  it('takes a rule as soon as a sample shows it', () => {
    const { pin } = learnFrom(null, proveAll(secretLeaf, atomsOf(3, 400)));
    const known = proveAll({ ...embeddedLike(sha256), tree }, atomsOf(3, 100));
    const after = learnFrom(pin, known).pin;
    expect(after?.leaf.map(describeLeafScheme)).toEqual([
      'hash=sha-256,digest=prefix-00,preimage=json:key,value,version',
    ]);
    expect(after?.search).toBeUndefined();
  });
});

describe('a search for a path rule that is not known', () => {
  it('finds the leaf rule all the same, and gives up on the path after a while', () => {
    const samples = proveAll(secretTree, atomsOf(60, 50));
    let { pin } = learnFrom(null, samples);
    expect(pin).toMatchObject({ path: [], search: { leaf: null, path: { isComplete: true } } });
    expect(pin?.leaf.map(({ preimage }) => preimage)).toEqual(['json:key,value,version']);
    expect(pin?.samples).toBe(60);
    for (let answer = 0; answer < 3; answer += 1) ({ pin } = learnFrom(pin, samples));
    expect(learnFrom(pin, samples)).toMatchObject({ pin, spent: 0 });
    const grown = proveAll(secretTree, atomsOf(61, 50));
    expect(learnFrom(pin, grown).spent).toBeGreaterThan(0);
  });

  it('takes the rule of sound proofs that come after damaged ones', () => {
    const sound = proveAll(embeddedLike(sha256), atomsOf(7, 50));
    const damaged = sound.map((atom) => ({
      ...atom,
      proof: { ...atom.proof, rootHash: flipBit(atom.proof.rootHash, 3) },
    }));
    const first = learnFrom(null, damaged).pin;
    expect(first?.path).toEqual([]);
    expect(learnFrom(first, sound).pin).toMatchObject({ path: [{ node: 'prefix-01' }], leaf: [{}] });
  });
});

describe('a search within a budget', () => {
  it('finds every common rule in 100,000 characters', () => {
    const atoms = atomsOf(1, 100_000);
    const leaves: Readonly<Record<string, (atom: SampleAtom) => Uint8Array>> = {
      'join-newline:key,value': ({ key, value }) => sha256(`${key}\n${value}`),
      'json-array:key,value,version': ({ key, value, version }) =>
        sha256(Uint8Array.of(0), JSON.stringify([key, value, version])),
      value: ({ value }) => sha256(sha256(value)),
    };
    for (const [preimage, leaf] of Object.entries(leaves)) {
      const pin = learnPin(proveAll({ tree, leaf }, atoms), 0);
      expect(hasRules(pin) && pin.leaf.map((scheme) => scheme.preimage)).toEqual([preimage]);
    }
  });

  it('tries the rules of every hash function that services use most before any rare one', () => {
    const order = likelyFirst(leafSchemes);
    expect(new Set(order)).toEqual(new Set(leafSchemes));
    const common = order.findIndex(({ preimage }) => preimage.startsWith('length-'));
    expect(new Set(order.slice(0, common).map(({ hash }) => hash)).size).toBe(9);
    expect(common).toBeLessThan(leafSchemes.length / 4);
  });
});
