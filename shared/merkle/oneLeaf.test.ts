import { describe, expect, it } from 'vitest';
import { mayShareLeaf, otherKeysInLeaf } from './oneLeaf.ts';
import { readProof } from './proofReading.ts';
import type { NodeRule, SchemePin } from './scheme.ts';
import { referenceService } from './testing/referenceScheme.ts';
import { sha256 } from './testing/nodeSha256.ts';
import { proveAll, type ProvenAtom, type SampleAtom } from './testing/sampleTree.ts';
import { inputOf } from './testing/verifyInput.ts';
import { verify } from './verify.ts';

const stored: readonly SampleAtom[] = [
  { key: 'user.name', value: 'bob', version: 1 },
  { key: 'user:admin', value: '', version: 1 },
  { key: 'user.nam', value: 'ebob', version: 1 },
];
const [named, admin, shorter] = stored as readonly [SampleAtom, SampleAtom, SampleAtom];

function pinBy(node: NodeRule, ...preimages: readonly string[]): SchemePin {
  return {
    path: [{ hash: 'sha-256', node, shape: 'rfc6962', order: 'leaf-to-root' }],
    leaf: preimages.map((preimage) => ({ hash: 'sha-256', digest: 'plain', preimage })),
    origin: 'chosen',
    samples: 0,
    pinnedAt: 0,
  };
}

function proveBy(pin: SchemePin): readonly [ProvenAtom, ProvenAtom, ProvenAtom] {
  const [path] = pin.path;
  const [leaf] = pin.leaf;
  if (path === undefined || leaf === undefined) throw new Error('no rules');
  const service = referenceService(path, leaf, { hash: sha256, utf8: (text) => Buffer.from(text) });
  return proveAll(service, stored) as unknown as readonly [ProvenAtom, ProvenAtom, ProvenAtom];
}

function othersOf(pin: SchemePin, ...atoms: readonly ProvenAtom[]): readonly (string | null)[] {
  return otherKeysInLeaf(
    atoms.map((atom) => {
      const verdict = verify(inputOf(atom, { pin }));
      const reading = mayShareLeaf(verdict, pin) ? readProof(atom.proof, atom, pin) : null;
      return { key: atom.key, chain: reading?.kind === 'read' ? reading.chain : null, verdict };
    }),
  );
}

describe('F3b: two keys that are said to be one leaf', () => {
  it('are named for each other, where the leaf could be of either', () => {
    const pin = pinBy('concat', 'concat:key,value');
    const [one, two] = proveBy(pin);
    expect(othersOf(pin, one, two, { ...one, ...shorter })).toEqual(['user.nam', null, 'user.name']);
    expect(othersOf(pin, one, { ...one, value: 'other' }, one)).toEqual([null, null, null]);
  });

  it('are named if different rules of several give that leaf', () => {
    const pin = pinBy('concat', 'key', 'join-colon:key,value');
    const [, two] = proveBy(pin);
    expect(othersOf(pin, two, { ...two, key: 'user', value: 'admin' })).toEqual(['user', admin.key]);
  });

  it('are not, where another key only claims the leaf', () => {
    const pin = pinBy('concat', 'concat:key,value');
    const [one] = proveBy(pin);
    expect(othersOf(pin, one, { ...one, key: 'other' })).toEqual([null, null]);
  });

  it('are not, where leaves do not cover the key', () => {
    const pin = pinBy('concat', 'value');
    const [one] = proveBy(pin);
    expect(othersOf(pin, one, { ...one, key: 'other' })).toEqual([null, null]);
  });

  it('are not, where two leaves are of the same text', () => {
    const pin = pinBy('sorted', 'concat:key,value');
    const [one, , three] = proveBy(pin);
    expect(one.hash).toBe(three.hash);
    expect(othersOf(pin, one, three)).toEqual([null, null]);
    expect(named.key + named.value).toBe(shorter.key + shorter.value);
  });
});
