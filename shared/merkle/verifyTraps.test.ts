import { describe, expect, it } from 'vitest';
import type { Json } from '../domain/json.ts';
import { narrowPin } from './pin.ts';
import type { LeafDigest, LeafScheme, SchemePin } from './scheme.ts';
import {
  keyOnly,
  proveAll,
  sampleAtoms,
  type ProvenAtom,
  type SampleAtom,
  type SampleService,
  specifiedPin,
} from './testing/sampleTree.ts';
import { naiveDuplicatingTree, naiveRfcTree } from './testing/naiveTree.ts';
import { type CheckName, type VerdictStatus } from './verdict.ts';
import { verify, type VerifyInput } from './verify.ts';
import { sha256 } from './testing/nodeSha256.ts';
import { check, inputOf, nth, prove, service, statuses, withProof } from './testing/verifyInput.ts';

const shrunk = { kind: 'shrinking', size: '7', largestSize: '9', seenAt: 0 } as const;
/** The rules of `keyOnly`. */
const keyLeaf: LeafScheme = { hash: 'sha-256', digest: 'plain', preimage: 'key' };
const keyOnlyPin: SchemePin = {
  ...specifiedPin,
  path: [{ hash: 'sha-256', node: 'concat', shape: 'duplicate-last', order: 'leaf-to-root' }],
  leaf: [keyLeaf],
};

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

  it('could not check an atom whose text could be cut into another one, also if its key was requested', () => {
    const joined: SampleService = { ...service, leaf: ({ key, value }) => sha256(`${key}:${value}`) };
    const atoms = proveAll(joined, [
      { key: 'user', value: 'name:bob', version: 1 },
      { key: 'b', value: 'dark', version: 1 },
    ]);
    const pin = narrowPin(null, atoms, 0);
    const stored = nth(atoms, 0);
    const other = { ...stored, key: 'user:name', value: 'bob' };
    for (const atom of [stored, other]) {
      const verdict = verify(inputOf(atom, { pin }));
      expect(verdict).toMatchObject({ status: 'amber', binds: [] });
      expect(check(verdict, 'content')).toMatchObject({
        status: 'undecided',
        reason: { code: 'boundary-open' },
      });
    }
    expect(verify(inputOf(nth(atoms, 1), { pin })).status).toBe('green');
  });
});
