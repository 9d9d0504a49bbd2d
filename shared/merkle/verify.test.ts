import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samplePin } from '../pins/testing/samplePin.ts';
import type { Json } from '../domain/json.ts';
import { verdictWords } from '../text/verdictWords.ts';
import { embeddedServiceScheme } from './embeddedServiceScheme.ts';
import { narrowPin } from './pin.ts';
import type { LeafDigest, LeafScheme, SchemePin } from './scheme.ts';
import {
  embeddedLike,
  flipBit,
  keyOnly,
  proveAll,
  sampleAtoms,
  type ProofJson,
  type ProvenAtom,
  type SampleAtom,
  type SampleService,
  specifiedPin,
} from './testing/sampleTree.ts';
import { naiveDuplicatingTree, naiveRfcTree, naiveRootFromPath } from './testing/naiveTree.ts';
import { checkNames, type CheckName, type Verdict, type VerdictStatus } from './verdict.ts';
import { verify, type VerifyInput } from './verify.ts';
import { sha256 } from './testing/nodeSha256.ts';

const service = embeddedLike(sha256);
const shrunk = { kind: 'shrinking', size: '7', largestSize: '9', seenAt: 0 } as const;
/** The rules of `keyOnly`. */
const keyLeaf: LeafScheme = { hash: 'sha-256', digest: 'plain', preimage: 'key' };
const keyOnlyPin: SchemePin = {
  ...specifiedPin,
  path: [{ hash: 'sha-256', node: 'concat', shape: 'duplicate-last', order: 'leaf-to-root' }],
  leaf: [keyLeaf],
};

function inputOf(atom: ProvenAtom, changes: Partial<VerifyInput> = {}): VerifyInput {
  return {
    atom,
    requestedKey: atom.key,
    proof: atom.proof,
    pin: specifiedPin,
    snapshot: { kind: 'single' },
    root: { kind: 'new' },
    ...changes,
  };
}

function nth(atoms: readonly ProvenAtom[], index: number): ProvenAtom {
  const atom = atoms[index];
  if (atom === undefined) throw new Error(`no atom ${index}`);
  return atom;
}

function prove(count: number, index: number, by: SampleService = service): ProvenAtom {
  return nth(proveAll(by, sampleAtoms(count)), index);
}

function withProof(atom: ProvenAtom, changes: Readonly<Record<string, Json>>): Json {
  return { ...atom.proof, ...changes };
}

function auditPathOf({ proof: { leafHash, siblings, rootHash, leafIndex } }: ProvenAtom) {
  return { leaf: leafHash, auditPath: siblings, root: rootHash, index: leafIndex };
}

function check(verdict: Verdict, name: CheckName) {
  const found = verdict.checks.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no check ${name}`);
  return found;
}

function statuses(verdict: Verdict): Readonly<Record<string, string>> {
  return Object.fromEntries(verdict.checks.map(({ name, status }) => [name, status]));
}

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

describe('verify on the known traps', () => {
  it.each<[string, (atom: ProvenAtom) => Readonly<Record<string, Json>>, CheckName]>([
    [
      'a trailing sibling (RFC 9162 folding must use all)',
      ({ proof }) => ({ siblings: [...proof.siblings, proof.rootHash] }),
      'wellFormed',
    ],
    ['a sibling too few', ({ proof }) => ({ siblings: proof.siblings.slice(1) }), 'wellFormed'],
    [
      'empty siblings in a tree of many, with the leaf as its root',
      ({ proof }) => ({ siblings: [], rootHash: proof.leafHash }),
      'wellFormed',
    ],
    ['an index outside the tree', () => ({ leafIndex: 7 }), 'wellFormed'],
    ['a negative index', () => ({ leafIndex: -1 }), 'wellFormed'],
    [
      'an index that is equal modulo 2^32',
      ({ proof }) => ({ leafIndex: proof.leafIndex + 2 ** 32, treeSize: 2 ** 33 }),
      'wellFormed',
    ],
    ['a fraction for the index', () => ({ leafIndex: 4.5 }), 'wellFormed'],
    ['a string for the index', () => ({ leafIndex: '4' }), 'wellFormed'],
    ['a size that JSON has already rounded', () => ({ treeSize: 2 ** 60 }), 'wellFormed'],
    ['an odd number of hex digits', ({ proof }) => ({ leafHash: `${proof.leafHash}0` }), 'wellFormed'],
    [
      'hex cut short by a stray character',
      ({ proof }) => ({ leafHash: `${proof.leafHash}zz` }),
      'wellFormed',
    ],
    ['another place in the same tree', () => ({ leafIndex: 3 }), 'path'],
    ['a leaf of zero bytes, which never holds content', () => ({ leafHash: '00'.repeat(32) }), 'content'],
  ])('is red for %s', (_, changes, name) => {
    const atom = prove(7, 4);
    const verdict = verify(inputOf(atom, { proof: withProof(atom, changes(atom)) }));
    expect(verdict.status).toBe('red');
    expect(check(verdict, name).status).toBe('fail');
  });

  it('never takes a tombstone for content, even where its path is sound', () => {
    const zero = new Uint8Array(32);
    const tree = naiveRfcTree((left, right) => sha256(Uint8Array.of(1), left, right));
    const atom = nth(proveAll({ tree, leaf: () => zero }, sampleAtoms(3)), 1);
    const verdict = verify(inputOf(atom));
    expect(statuses(verdict)).toMatchObject({ path: 'pass', content: 'fail' });
    expect(check(verdict, 'content').reason.code).toBe('empty-leaf');
  });

  it('says of a tree of one leaf that no node rule was tested', () => {
    const verdict = verify(inputOf(prove(1, 0)));
    expect(verdict.status).toBe('green');
    expect(check(verdict, 'path').reason).toMatchObject({ steps: 0, warnings: ['single-leaf'] });
  });

  it('is keyOnly for a service whose leaf is the key alone: its proof says nothing about the value', () => {
    const atoms = proveAll(keyOnly(sha256), sampleAtoms(5));
    const pin = narrowPin(null, atoms, 0);
    const atom = nth(atoms, 2);
    const verdict = verify(inputOf(atom, { pin, atom: { ...atom, value: 'anything at all' } }));
    expect(verdict.status).toBe('keyOnly');
    expect(statuses(verdict)).toMatchObject({ path: 'pass', content: 'undecided', coherent: 'pass' });
    expect(check(verdict, 'content').reason).toMatchObject({
      code: 'content-not-covered',
      unbound: ['value'],
      isSettled: true,
    });
    expect(verdict.binds).toEqual(['key']);
  });

  it.each<[string, Partial<VerifyInput>, VerdictStatus]>([
    ['another key under the same leaf', { requestedKey: 'other' }, 'red'],
    ['no rule for the path', { pin: { ...keyOnlyPin, path: [] } }, 'amber'],
    ['no proof', { proof: null }, 'amber'],
    ['a tree that shrank', { root: { kind: 'contradiction', contradiction: shrunk } }, 'red'],
  ])('is not keyOnly with %s', (_, changes, status) => {
    const atom = nth(proveAll(keyOnly(sha256), sampleAtoms(5)), 2);
    expect(verify(inputOf(atom, { pin: keyOnlyPin, ...changes })).status).toBe(status);
  });

  it('is amber where the leaf covers the value and not the key', () => {
    const atoms = proveAll({ ...keyOnly(sha256), leaf: ({ value }) => sha256(value) }, sampleAtoms(5));
    const verdict = verify(inputOf(nth(atoms, 2), { pin: narrowPin(null, atoms, 0) }));
    expect(verdict.status).toBe('amber');
    expect(verdict.binds).toEqual(['value']);
  });

  it('is amber where it is open whether the leaf covers the value', () => {
    const pin: SchemePin = { ...keyOnlyPin, leaf: [keyLeaf, { ...keyLeaf, preimage: 'concat:key,value' }] };
    const atom = nth(proveAll(keyOnly(sha256), [{ key: 'a', value: '', version: 1 }]), 0);
    const verdict = verify(inputOf(atom, { pin }));
    expect(verdict.status).toBe('amber');
    expect(check(verdict, 'content').reason).toMatchObject({ unbound: ['value'], isSettled: false });
  });

  it('warns where leaf and node hashes are made alike (second pre-image)', () => {
    const atoms = proveAll(keyOnly(sha256), sampleAtoms(5));
    const verdict = verify(inputOf(nth(atoms, 2), { pin: narrowPin(null, atoms, 0) }));
    expect(check(verdict, 'path').reason).toMatchObject({ warnings: ['leaf-and-node-alike'] });
  });

  it.each<[LeafDigest, number, readonly string[]]>([
    ['prefix-00', 1, []],
    ['plain', 1, ['leaf-and-node-alike']],
    ['double', 1, []],
    ['double', 0, []],
    ['prefix-00', 0, ['leaf-and-node-alike']],
  ])(
    'knows of a %s leaf hash under %i node prefixes whether it stands apart',
    (digest, prefixes, expected) => {
      const node = (...parts: readonly Uint8Array[]) => sha256(new Uint8Array(prefixes).fill(1), ...parts);
      const hashes = {
        plain: (text: string) => sha256(text),
        'prefix-00': (text: string) => sha256(Uint8Array.of(0), text),
        double: (text: string) => sha256(sha256(text)),
      };
      const leaf = ({ key, value }: SampleAtom) => hashes[digest](`${key}\n${value}`);
      const atoms = proveAll({ tree: naiveRfcTree(node), leaf }, sampleAtoms(20));
      const { reason } = check(verify(inputOf(nth(atoms, 4), { pin: narrowPin(null, atoms, 0) })), 'path');
      expect(reason).toMatchObject({ code: 'root-reached', warnings: expected });
    },
  );

  it('warns of equal siblings where the last node is duplicated (CVE-2012-2459), and does not fail', () => {
    const twin: SampleService = { tree: naiveDuplicatingTree(sha256), leaf: ({ key }) => sha256(key) };
    const three = sampleAtoms(3);
    const honest = proveAll(twin, three);
    const repeated = proveAll(twin, [...three, ...three.slice(2)]);
    expect(nth(repeated, 3).proof.rootHash).toBe(nth(honest, 2).proof.rootHash);
    const pin = narrowPin(null, honest, 0);
    const warnings = (atom: ProvenAtom) => {
      const { reason } = check(verify(inputOf(atom, { pin })), 'path');
      return reason.code === 'root-reached' ? reason.warnings : reason.code;
    };
    expect(warnings(nth(repeated, 3))).toEqual(['leaf-and-node-alike', 'equal-siblings']);
    expect(warnings(nth(honest, 2))).toEqual(['leaf-and-node-alike']);
  });

  it('is red for a proof that follows another rule than the pinned one', () => {
    const other = proveAll(keyOnly(sha256), sampleAtoms(5));
    expect(verify(inputOf(nth(other, 2))).status).toBe('red');
  });

  it('notes where the bytes hashed could be cut into other fields', () => {
    const joined: SampleService = {
      ...service,
      leaf: ({ key, value, version }) => sha256(`${key}${value}${version}`),
    };
    const atoms = proveAll(joined, [
      { key: 'a', value: 'dark', version: 1 },
      { key: 'b', value: 'dark2', version: 1 },
    ]);
    const pin = narrowPin(null, atoms, 0);
    const reason = (atom: ProvenAtom) => check(verify(inputOf(atom, { pin })), 'content').reason;
    expect(reason(nth(atoms, 0))).toMatchObject({ code: 'content-matches', openBoundary: false });
    // The same bytes as value "dark", version 21: passed, and explained.
    const moved = { ...nth(atoms, 1), value: 'dark', version: 21 };
    expect(reason(moved)).toMatchObject({ code: 'content-matches', openBoundary: true });
    expect(reason(nth(atoms, 1))).toMatchObject({ openBoundary: true });
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
