import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../domain/json.ts';
import { embeddedServiceScheme } from './embeddedServiceScheme.ts';
import { withLinks } from './linkRule.ts';
import { narrowPin } from './pin.ts';
import { claimedRoot } from './proofReading.ts';
import type { LinkRule, SchemePin } from './scheme.ts';
import {
  embeddedLike,
  flipBit,
  proveAll,
  sampleAtoms,
  type ProofJson,
  type ProvenAtom,
  specifiedPin,
} from './testing/sampleTree.ts';
import { verify } from './verify.ts';
import { sha256 } from './testing/nodeSha256.ts';
import { connectionGrounds } from './testing/verifyInput.ts';

const bytes = (hash: string) => Uint8Array.from(Buffer.from(hash, 'hex'));
const hex = (hash: Uint8Array) => Buffer.from(hash).toString('hex');

const service = embeddedLike(sha256);
const links: Readonly<Record<LinkRule, (root: Uint8Array) => Uint8Array>> = {
  same: (root) => root,
  hash: (root) => sha256(root),
  'hash-00': (root) => sha256(Uint8Array.of(0), root),
  'hash-hex': (root) => sha256(hex(root)),
};

/** Three shards under a master root. */
function shardedMemory(rule: LinkRule) {
  const shards = [5, 7, 2].map((size, shard) =>
    proveAll(
      service,
      sampleAtoms(size).map((atom) => ({ ...atom, key: `${atom.key}.shard${shard}` })),
    ),
  );
  const leaves = shards.map((atoms) => links[rule](bytes(nth(atoms, 0).proof.rootHash)));
  const outer = leaves.map((leaf, leafIndex): ProofJson => ({
    leafHash: hex(leaf),
    siblings: service.tree.path(leafIndex, leaves).map(hex),
    rootHash: hex(service.tree.root(leaves)),
    leafIndex,
    treeSize: leaves.length,
  }));
  return { shards, outer };
}

function nth<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new Error(`nothing at ${index}`);
  return item;
}

/** The rules of such a memory. */
function pinOf(rule: LinkRule): SchemePin {
  return { ...specifiedPin, path: [withLinks(embeddedServiceScheme.path, [rule])] };
}

function check(atom: ProvenAtom, proof: Json, pin: SchemePin | null = pinOf('same')) {
  const verdict = verify({
    atom,
    requestedKey: atom.key,
    proof,
    pin,
    snapshot: { kind: 'single' },
    root: null,
    grounds: connectionGrounds,
  });
  const path = verdict.checks.find(({ name }) => name === 'path');
  const wellFormed = verdict.checks.find(({ name }) => name === 'wellFormed');
  return { status: verdict.status, path: path?.reason, wellFormed: wellFormed?.reason };
}

describe('a chain of proofs', () => {
  it.each(Object.keys(links) as readonly LinkRule[])(
    'is green where each root is the next leaf (%s), and names the rule',
    (rule) => {
      const { shards, outer } = shardedMemory(rule);
      const atom = nth(nth(shards, 1), 4);
      const chain = [atom.proof, nth(outer, 1)];
      expect(check(atom, chain, pinOf(rule))).toMatchObject({
        status: 'green',
        path: { code: 'root-reached', links: [rule] },
      });
      for (const other of Object.keys(links) as readonly LinkRule[])
        if (other !== rule)
          expect(check(atom, chain, pinOf(other))).toMatchObject({
            status: 'red',
            path: { code: 'chain-unlinked' },
          });
      const named = { currentProof: atom.proof, shardRootProof: nth(outer, 1) };
      expect(check(atom, named, pinOf(rule))).toEqual(check(atom, chain, pinOf(rule)));
    },
  );

  it('is red where two valid proofs do not belong together', () => {
    const { shards, outer } = shardedMemory('same');
    const atom = nth(nth(shards, 1), 4);
    for (const other of [nth(outer, 0), nth(outer, 2)])
      expect(check(atom, [atom.proof, other])).toMatchObject({
        status: 'red',
        path: { code: 'chain-unlinked', at: 0 },
      });
    expect(check(atom, [nth(outer, 1), atom.proof]).status).toBe('red');
  });

  it('is red for any flipped bit of either proof, and says which proof it is', () => {
    const { shards, outer } = shardedMemory('same');
    const atom = nth(nth(shards, 1), 4);
    const fields = ['leafHash', 'rootHash'] as const;
    fc.assert(
      fc.property(
        fc.nat({ max: 1 }),
        fc.constantFrom(...fields),
        fc.nat({ max: 255 }),
        (link, field, bit) => {
          const chain = [atom.proof, nth(outer, 1)];
          const tampered = chain.map((proof, at) =>
            at === link ? { ...proof, [field]: flipBit(proof[field], bit) } : proof,
          );
          const { status, path } = check(atom, tampered);
          expect(status).toBe('red');
          expect(path).toMatchObject({ code: 'chain', of: 2, links: [{ at: link }] });
        },
      ),
    );
  });

  it('says of a malformed proof in it which one it is', () => {
    const { shards, outer } = shardedMemory('same');
    const atom = nth(nth(shards, 1), 4);
    const proof = { currentProof: atom.proof, shardRootProof: { ...nth(outer, 1), siblings: ['x'] } };
    expect(check(atom, proof).wellFormed).toMatchObject({
      problems: [{ field: 'shardRootProof.siblings[0]' }],
    });
    const missing = check(atom, { currentProof: atom.proof });
    expect(missing.wellFormed).toMatchObject({
      problems: [{ field: 'shardRootProof', fault: { kind: 'missing' } }],
    });
  });

  it('teaches a scheme as single proofs do, and states the outermost root', () => {
    const { shards, outer } = shardedMemory('hash');
    const samples = nth(shards, 1).map((atom) => ({ ...atom, proof: [atom.proof, nth(outer, 1)] }));
    expect(narrowPin(null, samples, 0)).toMatchObject({
      path: [{ ...embeddedServiceScheme.path, links: ['hash'] }],
      samples: 7,
    });
    expect(claimedRoot(nth(samples, 0).proof)).toEqual({ rootHash: nth(outer, 1).rootHash, treeSize: 3n });
  });

  it('has an end: no more links than any memory has', () => {
    const { shards, outer } = shardedMemory('same');
    const atom = nth(nth(shards, 1), 4);
    const long = Array.from({ length: 1000 }, () => nth(outer, 1));
    expect(check(atom, long).wellFormed).toMatchObject({
      problems: [{ field: 'proof', fault: { kind: 'too-many' } }],
    });
  });
});
