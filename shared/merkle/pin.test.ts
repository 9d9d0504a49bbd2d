import { describe, expect, it } from 'vitest';
import { ambiguitiesOf } from './ambiguity.ts';
import { embeddedServiceScheme } from './embeddedServiceScheme.ts';
import { infer, type ProofSample } from './infer.ts';
import { narrowPin } from './pin.ts';
import {
  describeLeafScheme,
  describePathScheme,
  leafDigests,
  leafSchemes,
  nodeRules,
  pathSchemes,
  siblingOrders,
  treeShapes,
} from './registry.ts';
import { hashLeaf, hashNode } from './hashing.ts';
import type { SchemePin } from './scheme.ts';
import { naiveDuplicatingTree, naiveRfcTree } from './testing/naiveTree.ts';
import {
  embeddedLike,
  flipBit,
  keyOnly,
  proveAll,
  sampleAtoms,
  type ProvenAtom,
  type SampleService,
} from './testing/sampleTree.ts';
import { sha256 } from './testing/nodeSha256.ts';

const service = embeddedLike(sha256);
const rfcId = 'hash=sha-256,node=prefix-01,shape=rfc6962,order=leaf-to-root';
const embeddedLeafId = 'hash=sha-256,digest=prefix-00,preimage=json:key,value,version';

function pathIds(fit: { readonly path: SchemePin['path'] } | null): readonly string[] {
  return (fit?.path ?? []).map(describePathScheme);
}
function leafIds(fit: { readonly leaf: SchemePin['leaf'] } | null): readonly string[] {
  return (fit?.leaf ?? []).map(describeLeafScheme);
}
function prove(count: number, by: SampleService = service): readonly ProvenAtom[] {
  return proveAll(by, sampleAtoms(count));
}
function pick(atoms: readonly ProvenAtom[], ...indices: readonly number[]): readonly ProvenAtom[] {
  return indices.flatMap((index) => atoms[index] ?? []);
}
function damaged(atom: ProvenAtom): ProofSample {
  const { proof } = atom;
  return { ...atom, proof: { ...proof, rootHash: flipBit(proof.rootHash, 3) } };
}

describe('the registry', () => {
  it('has a distinct id that can be typed for every scheme', () => {
    const ids = [...pathSchemes.map(describePathScheme), ...leafSchemes.map(describeLeafScheme)];
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^[a-z0-9=,:-]+$/.test(id))).toBe(true);
    expect(pathSchemes).toHaveLength(9 * 5 * 3 * 2);
    expect(leafSchemes).toHaveLength(9 * 3 * (2 + 5 * 8 + 2 + 8 + 4 * 8 + 2));
  });

  it('names a source for every part', () => {
    const parts = [...nodeRules, ...treeShapes, ...siblingOrders, ...leafDigests];
    expect(parts.every(({ source, words }) => source !== '' && words !== '')).toBe(true);
  });

  const atom = { key: 'k', value: 'v"\n', version: 2 };
  it.each<[string, string]>([
    ['key', 'k'],
    ['value', 'v"\n'],
    ['concat:key,value', 'kv"\n'],
    ['concat:key,value,version', 'kv"\n2'],
    ['join-colon:key,value', 'k:v"\n'],
    ['join-pipe:key,value,version', 'k|v"\n|2'],
    ['join-nul:key,value,version', 'k\x00v"\n\x002'],
    ['join-newline:key,value', 'k\nv"\n'],
    ['json:key,value', String.raw`{"key":"k","value":"v\"\n"}`],
    ['json:key,value,version', String.raw`{"key":"k","value":"v\"\n","version":2}`],
  ])('hashes %s as these bytes, plain, after 00 and twice', (preimage, text) => {
    const hashes = leafDigests.map(({ id }) => hashLeaf(atom, { hash: 'sha-256', digest: id, preimage }));
    expect(hashes).toEqual([
      { ok: true, hash: sha256(Uint8Array.of(0), text) },
      { ok: true, hash: sha256(text) },
      { ok: true, hash: sha256(sha256(text)) },
    ]);
  });

  it('makes nodes with and without the prefix', () => {
    const [left, right] = [sha256('l'), sha256('r')];
    expect(hashNode(left, right, { hash: 'sha-256', node: 'concat' })).toEqual(sha256(left, right));
    expect(hashNode(left, right, { hash: 'sha-256', node: 'prefix-01' })).toEqual(
      sha256(Uint8Array.of(1), left, right),
    );
  });
});

describe('infer', () => {
  it('finds the scheme of the embedded service, and only that', () => {
    const fit = infer(prove(7));
    expect(fit.path).toEqual([embeddedServiceScheme.path]);
    expect(fit.leaf).toEqual([embeddedServiceScheme.leaf]);
    expect(fit.used).toBe(7);
  });

  it('reports every shape for paths that never lack a neighbor, and one fewer with each that does', () => {
    const atoms = prove(7);
    const perfect = infer(pick(atoms, 0, 1));
    expect(pathIds(perfect)).toEqual([
      rfcId,
      rfcId.replace('rfc6962', 'duplicate-last'),
      rfcId.replace('rfc6962', 'zero-pad'),
    ]);
    expect(pathIds(infer(pick(atoms, 0, 6)))).toEqual([rfcId]);
  });

  it('cannot tell node rules apart in a tree of one leaf', () => {
    const fit = infer(prove(1));
    // The leaf settles the hash function for both.
    expect(fit.path).toHaveLength(5 * 3 * 2);
    expect(new Set(fit.path.map(({ hash }) => hash))).toEqual(new Set(['sha-256']));
  });

  it('finds the path where no leaf rule is known, and the other way round', () => {
    const secret = infer(prove(7, { ...service, leaf: ({ value }) => sha256('secret', value) }));
    expect(pathIds(secret)).toEqual([rfcId]);
    expect(secret.leaf).toEqual([]);
    const odd = infer(prove(7, { ...service, tree: naiveRfcTree((l, r) => sha256('odd', l, r)) }));
    expect(odd.path).toEqual([]);
    expect(leafIds(odd)).toEqual([embeddedLeafId]);
  });

  it('needs a version only where a rule hashes it', () => {
    const [first, ...rest] = prove(7);
    const without = first ? [{ ...first, version: null }] : [];
    expect(infer(without).leaf).toEqual([]);
    expect(leafIds(infer([...without, ...rest]))).toEqual([embeddedLeafId]);
  });

  it('finds no rule that one of the samples contradicts', () => {
    const atoms = prove(7);
    const value = pick(atoms, 2).map((atom) => ({ ...atom, value: 'other' }));
    expect(infer([...atoms, ...value]).leaf).toEqual([]);
    expect(infer([...atoms, ...pick(atoms, 2).map(damaged)]).path).toEqual([]);
  });

  it('finds nothing in no samples, and skips those that cannot be read', () => {
    expect(infer([])).toEqual({ path: [], leaf: [], used: 0 });
    const unreadable = { key: 'k', value: 'v', version: 1, proof: 'proof' };
    expect(infer([unreadable, ...prove(7)]).used).toBe(7);
    expect(infer([unreadable])).toEqual({ path: [], leaf: [], used: 0 });
  });
});

describe('ambiguitiesOf', () => {
  it('says what one sample leaves open and which further sample would tell, and nothing once all is settled', () => {
    const atoms = prove(7);
    expect(ambiguitiesOf(infer(pick(atoms, 0)))).toEqual([
      { part: 'shape', candidates: ['rfc6962', 'duplicate-last', 'zero-pad'], wish: 'lone-node' },
    ]);
    expect(ambiguitiesOf(infer(prove(1))).map(({ part, wish }) => [part, wish])).toEqual([
      ['node', 'larger-tree'],
      ['shape', 'lone-node'],
      ['order', 'longer-path'],
    ]);
    expect(ambiguitiesOf(infer(atoms))).toEqual([]);
  });

  it('asks for other content where several leaf rules fit', () => {
    const twin = proveAll(keyOnly(sha256), [{ key: 'same', value: 'same', version: 1 }]);
    expect(ambiguitiesOf(infer(twin))).toContainEqual({
      part: 'preimage',
      candidates: ['key', 'value'],
      wish: 'other-content',
    });
  });

  it('asks for another place where pairs may be sorted', () => {
    const path = pathSchemes.filter(
      ({ hash, node, shape, order }) =>
        hash === 'sha-256' &&
        order === 'leaf-to-root' &&
        shape === 'rfc6962' &&
        ['concat', 'sorted'].includes(node),
    );
    expect(ambiguitiesOf({ path, leaf: [] })).toMatchObject([{ part: 'node', wish: 'other-place' }]);
  });
});

describe('narrowPin on the first samples', () => {
  it('pins what they show, and how many proofs stand behind it', () => {
    expect(narrowPin(null, prove(7), 99)).toEqual({
      path: [embeddedServiceScheme.path],
      leaf: [embeddedServiceScheme.leaf],
      origin: 'inferred',
      samples: 7,
      pinnedAt: 99,
    });
  });

  it('pins no path on a tampered first sample, but the leaf rule that its content shows', () => {
    expect(narrowPin(null, pick(prove(7), 4).map(damaged), 0)).toMatchObject({
      path: [],
      leaf: [embeddedServiceScheme.leaf],
      samples: 1,
      search: { path: { tried: 1, isComplete: true }, leaf: null },
    });
    expect(narrowPin(null, [], 0)).toBeNull();
  });

  it('is not decided by one tampered sample among valid ones, in any position', () => {
    const [first, ...rest] = prove(7);
    const bad = first ? [damaged(first)] : [];
    for (const samples of [
      [...bad, ...rest],
      [...rest, ...bad],
    ]) {
      const pin = narrowPin(null, samples, 0);
      expect(pathIds(pin)).toEqual([rfcId]);
      expect(pin?.samples).toBe(6);
    }
  });

  it('pins nothing where the samples are divided between rules', () => {
    const samples = [...pick(prove(7), 4), ...pick(prove(7, keyOnly(sha256)), 4)];
    expect(narrowPin(null, samples, 0)).toBeNull();
  });

  it('learns no leaf rule from a tampered value, and still pins the path', () => {
    const pin = narrowPin(
      null,
      pick(prove(7), 6).map((atom) => ({ ...atom, value: 'other' })),
      0,
    );
    expect(pathIds(pin)).toEqual([rfcId]);
    expect(pin?.leaf).toEqual([]);
  });
});

describe('narrowPin on later samples', () => {
  const atoms = prove(7);
  const ambiguous = narrowPin(null, pick(atoms, 0, 1), 0);

  it('drops the rules that a sample rules out', () => {
    expect(pathIds(ambiguous)).toHaveLength(3);
    const pin = narrowPin(ambiguous, pick(atoms, 6), 99);
    expect(pathIds(pin)).toEqual([rfcId]);
    expect(pin).toMatchObject({ samples: 3, pinnedAt: 0 });
  });

  it('returns the same pin where nothing is learnt', () => {
    expect(narrowPin(ambiguous, pick(atoms, 2, 3), 99)).toBe(ambiguous);
    const settled = narrowPin(null, atoms, 0);
    expect(narrowPin(settled, prove(9), 99)).toBe(settled);
  });

  it('stays as it is for samples that fit none of its rules', () => {
    expect(narrowPin(ambiguous, pick(atoms, 6).map(damaged), 99)).toBe(ambiguous);
    expect(narrowPin(ambiguous, prove(7, keyOnly(sha256)), 99)).toBe(ambiguous);
    const settled = narrowPin(null, atoms, 0);
    expect(narrowPin(settled, prove(7, keyOnly(sha256)), 99)).toBe(settled);
  });

  it('lets two proofs of one response that need different rules not both pass', () => {
    const dup = prove(7, {
      ...service,
      tree: naiveDuplicatingTree((l, r) => sha256(Uint8Array.of(1), l, r)),
    });
    expect(pathIds(narrowPin(ambiguous, [...pick(atoms, 6), ...pick(dup, 6)], 0))).toEqual([rfcId]);
  });

  it('distinguishes leaf rules that the first samples could not', () => {
    const same: SampleService = { ...service, leaf: ({ key }) => sha256(key) };
    const twins = proveAll(same, [
      { key: 'same', value: 'same', version: 1 },
      { key: 'key', value: 'value', version: 1 },
    ]);
    const first = narrowPin(null, pick(twins, 0), 0);
    expect(leafIds(first)).toEqual([
      'hash=sha-256,digest=plain,preimage=key',
      'hash=sha-256,digest=plain,preimage=value',
    ]);
    expect(leafIds(narrowPin(first, pick(twins, 1), 0))).toEqual(['hash=sha-256,digest=plain,preimage=key']);
  });

  it('takes a leaf rule once where it had none, from sound paths only, and never another', () => {
    const without = narrowPin(
      null,
      atoms.map((atom) => ({ ...atom, version: null })),
      0,
    );
    expect(leafIds(without)).toEqual([]);
    expect(narrowPin(without, pick(atoms, 3).map(damaged), 0)).toBe(without);
    const filled = narrowPin(without, pick(atoms, 3), 0);
    expect(leafIds(filled)).toEqual([embeddedLeafId]);
    const weaker = prove(7, { ...service, leaf: ({ key }) => sha256(key) });
    expect(narrowPin(filled, weaker, 0)).toBe(filled);
  });

  it('never changes what was specified or chosen', () => {
    for (const origin of ['specified', 'chosen'] as const) {
      const pin: SchemePin = { path: pathSchemes, leaf: [], origin, samples: 0, pinnedAt: 0 };
      expect(narrowPin(pin, atoms, 0)).toBe(pin);
    }
  });
});
