import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samplePin } from '../pins/testing/samplePin.ts';
import type { Json } from '../domain/json.ts';
import { verdictWords } from '../text/verdictWords.ts';
import { embeddedServiceScheme } from './embeddedServiceScheme.ts';
import { narrowPin } from './pin.ts';
import type { SchemePin } from './scheme.ts';
import {
  flipBit,
  proveAll,
  sampleAtoms,
  type ProofJson,
  type ProvenAtom,
  type SampleService,
  specifiedPin,
} from './testing/sampleTree.ts';
import { naiveDuplicatingTree, naiveRootFromPath } from './testing/naiveTree.ts';
import { checkNames } from './verdict.ts';
import { verify } from './verify.ts';
import { sha256 } from './testing/nodeSha256.ts';
import {
  auditPathOf,
  check,
  inputOf,
  nth,
  prove,
  service,
  statuses,
  withProof,
} from './testing/verifyInput.ts';

const shrunk = { kind: 'shrinking', size: '7', largestSize: '9', seenAt: 0 } as const;

describe('verify under a specified scheme', () => {
  it('is green with all six checks in their order for a sound proof', () => {
    const snapshot = { kind: 'agree', count: 2 } as const;
    const verdict = verify(
      inputOf(prove(7, 4), { root: { kind: 'pinned', pin: samplePin(), isSizeCompared: true }, snapshot }),
    );
    expect(verdict.status).toBe('green');
    expect(verdict.checks.map(({ name }) => name)).toEqual(checkNames);
    expect(verdict.checks.every(({ status }) => status === 'pass')).toBe(true);
    expect(verdict.binds).toEqual(['key', 'value', 'version']);
  });

  it('neither passes nor fails the snapshot of a single proof, and stays green', () => {
    const verdict = verify(inputOf(prove(7, 4)));
    expect(verdict.status).toBe('green');
    expect(check(verdict, 'snapshot').status).toBe('undecided');
    const words = verdictWords(verdict).checks.find(({ name }) => name === 'snapshot');
    expect(words).toMatchObject({ statusWord: 'Nothing to compare', look: 'nothing' });
  });

  it('leaves a new root undecided without losing the green', () => {
    const verdict = verify(inputOf(prove(7, 4)));
    expect(verdict.status).toBe('green');
    expect(check(verdict, 'root').status).toBe('undecided');
  });

  it('takes mixed case and 0x for equal bytes, in the proof and in the hash of the atom', () => {
    const atom = prove(5, 1);
    const proof = withProof(atom, {
      leafHash: atom.proof.leafHash.toUpperCase(),
      rootHash: `0x${atom.proof.rootHash}`,
    });
    const verdict = verify(inputOf(atom, { proof, atom: { ...atom, hash: `0X${atom.hash.toUpperCase()}` } }));
    expect(verdict.status).toBe('green');
  });

  it('is red for a tampered value, and says that the content differs', () => {
    const atom = prove(7, 4);
    const verdict = verify(inputOf(atom, { atom: { ...atom, value: `${atom.value}!` } }));
    expect(verdict.status).toBe('red');
    expect(check(verdict, 'content').reason.code).toBe('content-differs');
    expect(check(verdict, 'path').status).toBe('pass');
    expect(verdict.binds).toEqual([]);
  });

  it('is red for another version of the same value', () => {
    const atom = prove(7, 4);
    const verdict = verify(inputOf(atom, { atom: { ...atom, version: atom.version + 1 } }));
    expect(check(verdict, 'content').status).toBe('fail');
  });

  it('is red for a tampered sibling, and says that the root is not reached', () => {
    const atom = prove(7, 4);
    const [first = '', ...rest] = atom.proof.siblings;
    const proof = withProof(atom, { siblings: [flipBit(first, 9), ...rest] });
    const verdict = verify(inputOf(atom, { proof }));
    expect(verdict.status).toBe('red');
    expect(statuses(verdict)).toMatchObject({ wellFormed: 'pass', path: 'fail', content: 'pass' });
    expect(check(verdict, 'path').reason.code).toBe('root-not-reached');
  });

  it('is red for a sound proof of another key than the one requested', () => {
    const atom = prove(7, 4);
    const verdict = verify(inputOf(atom, { requestedKey: 'v1.fact.n5' }));
    expect(verdict.status).toBe('red');
    expect(check(verdict, 'coherent').reason).toEqual({
      code: 'incoherent',
      differences: [{ field: 'key', asked: 'v1.fact.n5', answered: 'v1.fact.n4' }],
    });
  });

  it('keeps a key in NFC and in NFD apart', () => {
    const verdict = verify(inputOf({ ...prove(7, 4), key: 'e\u0301' }, { requestedKey: '\u00e9' }));
    expect(check(verdict, 'coherent').status).toBe('fail');
  });

  it.each(['00'.repeat(32), 'abc', '', 'not a hash'])(
    'is red where the hash of the atom is %j and not the leaf hash',
    (hash) => {
      const atom = prove(7, 4);
      const verdict = verify(inputOf(atom, { atom: { ...atom, hash } }));
      expect(verdict.status).toBe('red');
      expect(check(verdict, 'coherent').status).toBe('fail');
    },
  );

  it('is green for a recall hit, which has no hash and was not requested by key', () => {
    const atom = prove(7, 4);
    const verdict = verify(inputOf(atom, { requestedKey: null, atom: { ...atom, hash: null } }));
    expect(verdict.status).toBe('green');
    expect(check(verdict, 'coherent').reason).toEqual({ code: 'coherent', compared: [] });
  });

  it('is amber, not red, where there is no proof', () => {
    const verdict = verify(inputOf(prove(7, 4), { proof: null }));
    expect(verdict.status).toBe('amber');
    expect(verdict.checks.every(({ status }) => status === 'undecided')).toBe(true);
  });

  it('is red for another key even where there is no proof', () => {
    expect(verify(inputOf(prove(7, 4), { proof: null, requestedKey: 'other' })).status).toBe('red');
  });

  it('is red for a malformed proof, names the field, and leaves what depends on it undecided', () => {
    const atom = prove(7, 4);
    const verdict = verify(inputOf(atom, { proof: withProof(atom, { siblings: ['abc'] }) }));
    expect(verdict.status).toBe('red');
    expect(check(verdict, 'wellFormed').reason).toMatchObject({
      code: 'malformed',
      problems: [{ field: 'siblings[0]' }],
    });
    expect(statuses(verdict)).toMatchObject({
      path: 'undecided',
      content: 'undecided',
      coherent: 'undecided',
    });
  });

  it.each([null, undefined, 4.5, -1, '4'])(
    'is red where the index of a proof of the interface is %j, sound or tampered',
    (leafIndex) => {
      const atom = prove(7, 4);
      const { leafIndex: _, ...rest } = atom.proof;
      const proof: Json = leafIndex === undefined ? rest : { ...rest, leafIndex };
      for (const answered of [atom, { ...atom, value: 'tampered' }]) {
        const verdict = verify(inputOf(atom, { proof, atom: answered }));
        expect(verdict.status).toBe('red');
        expect(check(verdict, 'wellFormed').reason).toMatchObject({
          code: 'malformed',
          problems: [{ field: 'leafIndex' }],
        });
      }
    },
  );

  it('is amber if an imported audit path does not state the position of its leaf', () => {
    const atom = prove(7, 4);
    const verdict = verify(inputOf(atom, { proof: { ...auditPathOf(atom), index: null } }));
    expect(verdict.status).toBe('amber');
    expect(statuses(verdict)).toMatchObject({ wellFormed: 'undecided', path: 'undecided', content: 'pass' });
    expect(check(verdict, 'path').reason).toMatchObject({ code: 'position-missing', sidesNeeded: true });
  });

  it('follows an imported audit path without a size, and leaves the place undecided', () => {
    const atom = prove(7, 4);
    expect(verify(inputOf(atom, { proof: withProof(atom, { treeSize: null }) })).status).toBe('red');
    const verdict = verify(inputOf(atom, { proof: auditPathOf(atom) }));
    expect(verdict.status).toBe('green');
    expect(statuses(verdict)).toMatchObject({ wellFormed: 'undecided', path: 'pass', content: 'pass' });
  });

  it('is amber where the response carries no version and the leaf covers it', () => {
    const atom = prove(7, 4);
    const verdict = verify(inputOf(atom, { atom: { ...atom, version: null } }));
    expect(verdict.status).toBe('amber');
    expect(check(verdict, 'content').reason).toEqual({
      code: 'leaf-rule-not-applicable',
      gap: 'version-missing',
    });
  });

  it('is amber for a lone surrogate, which hashes like the replacement character', () => {
    const atom = nth(proveAll(service, [{ key: 'k', value: '\ufffd', version: 1 }]), 0);
    expect(verify(inputOf(atom)).status).toBe('green');
    const verdict = verify(inputOf(atom, { atom: { ...atom, value: '\ud800' } }));
    expect(verdict.status).toBe('amber');
    expect(check(verdict, 'content').reason).toMatchObject({ gap: 'not-unicode' });
  });

  it('is red for a contradiction in the root ledger or within the response', () => {
    const atom = prove(7, 4);
    const contradiction = shrunk;
    expect(verify(inputOf(atom, { root: { kind: 'contradiction', contradiction } })).status).toBe('red');
    const first = { entry: 0, value: 'aa' };
    const second = { entry: 1, value: 'bb' };
    const differ = { kind: 'differ', field: 'rootHash', first, second } as const;
    expect(verify(inputOf(atom, { snapshot: differ })).status).toBe('red');
  });
});

describe('verify without a scheme', () => {
  it('is amber for a proof that may be sound', () => {
    const verdict = verify(inputOf(prove(7, 4), { pin: null }));
    expect(verdict.status).toBe('amber');
    expect(statuses(verdict)).toMatchObject({
      wellFormed: 'undecided',
      path: 'undecided',
      content: 'undecided',
      coherent: 'pass',
    });
  });

  it('is amber where only the leaf rule is unknown', () => {
    const verdict = verify(inputOf(prove(7, 4), { pin: { ...specifiedPin, leaf: [] } }));
    expect(verdict.status).toBe('amber');
    expect(check(verdict, 'content').reason.code).toBe('no-leaf-rule');
  });

  it('is amber for a pinned rule that this program does not know', () => {
    const leaf = [{ ...embeddedServiceScheme.leaf, preimage: 'cbor:key,value' }];
    const verdict = verify(inputOf(prove(7, 4), { pin: { ...specifiedPin, leaf } }));
    expect(check(verdict, 'content')).toMatchObject({ status: 'undecided', reason: { gap: 'unknown-rule' } });
  });

  it('is red for an empty sibling list in a tree of many leaves, for every shape', () => {
    const atom = prove(7, 4);
    const verdict = verify(inputOf(atom, { pin: null, proof: withProof(atom, { siblings: [] }) }));
    expect(check(verdict, 'wellFormed').status).toBe('fail');
  });
});

describe('verify, in general', () => {
  const bound: SampleService = {
    tree: naiveDuplicatingTree(sha256),
    leaf: ({ key, value, version }) => sha256(`${key}\0${value}\0${version}`),
  };
  const services = [service, bound];
  /** Every tree is built, and its rules are learned, only once. */
  const trees = new Map<string, { readonly atoms: readonly ProvenAtom[]; readonly pin: SchemePin | null }>();
  const treeOf = (by: number, size: number) => {
    const known = trees.get(`${by} ${size}`);
    if (known !== undefined) return known;
    const atoms = proveAll(services[by] ?? service, sampleAtoms(size));
    const tree = { atoms, pin: narrowPin(null, atoms, 0) };
    trees.set(`${by} ${size}`, tree);
    return tree;
  };
  const place = fc
    .record({ by: fc.constantFrom(0, 1), size: fc.integer({ min: 1, max: 40 }), pick: fc.nat() })
    .map(({ by, size, pick }) => ({ ...treeOf(by, size), index: pick % size }));

  it('is green for every sound proof, and red for any single flipped bit of a hash', () => {
    fc.assert(
      fc.property(place, fc.nat(), fc.nat({ max: 255 }), ({ atoms, pin, index }, pick, bit) => {
        const atom = nth(atoms, index);
        expect(verify(inputOf(atom, { pin })).status).toBe('green');
        for (const proof of tamperHashes(atom.proof, pick, bit))
          expect(verify(inputOf(atom, { pin, proof })).status).toBe('red');
      }),
      { numRuns: 150 },
    );
  });

  it('is red for any single flipped bit of the value', () => {
    fc.assert(
      fc.property(place, fc.nat(), fc.nat({ max: 6 }), ({ atoms, pin, index }, pick, bit) => {
        const atom = nth(atoms, index);
        const units = [...atom.value];
        const at = pick % units.length;
        units[at] = String.fromCodePoint((units[at]?.codePointAt(0) ?? 0) ^ (1 << bit));
        const tampered = { ...atom, value: units.join('') };
        expect(verify(inputOf(atom, { pin, atom: tampered })).status).toBe('red');
      }),
      { numRuns: 150 },
    );
  });

  it('is red for any other index in the tree, or says that the index is not shown', () => {
    fc.assert(
      fc.property(place, fc.nat(), ({ atoms, pin, index }, pick) => {
        fc.pre(atoms.length > 1);
        const atom = nth(atoms, index);
        const leafIndex = (index + 1 + (pick % (atoms.length - 1))) % atoms.length;
        const verdict = verify(inputOf(atom, { pin, proof: withProof(atom, { leafIndex }) }));
        const { reason } = check(verdict, 'path');
        const isExplained = reason.code === 'root-reached' && reason.warnings.includes('position-not-bound');
        expect(isExplained || verdict.status === 'red').toBe(true);
        // Whether pairs are sorted is settled by a few more leaves.
        if (atoms.length > 20) expect(verdict.status).toBe('red');
      }),
      { numRuns: 150 },
    );
  });

  it('is red for another tree size, unless the very same path belongs to a tree of that size', () => {
    const node = (...parts: readonly Uint8Array[]) => sha256(Uint8Array.of(1), ...parts);
    const size = fc.integer({ min: 1, max: 80 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(), size, (count, pick, treeSize) => {
        const atom = nth(treeOf(0, count).atoms, pick % count);
        fc.pre(treeSize > atom.proof.leafIndex);
        const [leaf, ...siblings] = [atom.proof.leafHash, ...atom.proof.siblings].map((hash) =>
          Uint8Array.from(Buffer.from(hash, 'hex')),
        );
        const reference = () =>
          Buffer.from(
            naiveRootFromPath(node, BigInt(atom.proof.leafIndex), BigInt(treeSize), leaf ?? node(), siblings),
          ).toString('hex');
        const status = verify(inputOf(atom, { proof: withProof(atom, { treeSize }) })).status;
        // An inclusion proof does not fix the size: several may fit one path.
        if (status === 'green') expect(reference()).toBe(atom.proof.rootHash);
        else expect(reference).toThrow(/left over|no item/);
      }),
      { numRuns: 300 },
    );
  });

  it('gives a verdict for any JSON in place of the proof, green for none', () => {
    const atom = prove(7, 4);
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(specifiedPin, null), (proof, pin) => {
        expect(['red', 'amber']).toContain(verify(inputOf(atom, { proof: proof as Json, pin })).status);
      }),
    );
    const field = fc.constantFrom('leafHash', 'siblings', 'rootHash', 'leafIndex', 'treeSize');
    fc.assert(
      fc.property(field, fc.jsonValue(), (name, value) => {
        const verdict = verify(inputOf(atom, { proof: withProof(atom, { [name]: value as Json }) }));
        expect(verdict.checks).toHaveLength(6);
      }),
    );
  });
});

function tamperHashes(proof: ProofJson, pick: number, bit: number): readonly Json[] {
  const changed: Json[] = [
    { ...proof, leafHash: flipBit(proof.leafHash, bit) },
    { ...proof, rootHash: flipBit(proof.rootHash, bit) },
  ];
  if (proof.siblings.length > 0) {
    const at = pick % proof.siblings.length;
    const siblings = proof.siblings.map((hash, index) => (index === at ? flipBit(hash, bit) : hash));
    changed.push({ ...proof, siblings });
  }
  return changed;
}
