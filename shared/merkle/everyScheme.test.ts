import { createHash } from 'node:crypto';
import { blake2b } from '@noble/hashes/blake2.js';
import { blake3 } from '@noble/hashes/blake3.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../domain/json.ts';
import { hashNode } from './hashing.ts';
import { toHex } from './hex.ts';
import { isLongRun, runs } from '../../service/testing/longRun.ts';
import { infer } from './infer.ts';
import { couldBeNode } from './nodeAsAtom.ts';
import { narrowPin } from './pin.ts';
import {
  describeLeafScheme,
  describePathScheme,
  hashFunctions,
  leafSchemes,
  pathSchemes,
} from './registry.ts';
import type { HashName, LeafScheme, PathScheme, SchemePin } from './scheme.ts';
import { referenceService } from './testing/referenceScheme.ts';
import { proveAll, sampleAtoms, type ProvenAtom, type ReferenceHash } from './testing/sampleTree.ts';
import { verify } from './verify.ts';
import { connectionGrounds } from './testing/verifyInput.ts';

const ofNode: Readonly<Partial<Record<HashName, string>>> = {
  'sha-256': 'sha256',
  'sha-512-256': 'sha512-256',
  'sha-384': 'sha384',
  'sha-512': 'sha512',
  'sha3-256': 'sha3-256',
  'blake2s-256': 'blake2s256',
};
/** Not in every build of OpenSSL; held to published constants below. */
const ofNoble: Readonly<Partial<Record<HashName, (message: Uint8Array) => Uint8Array>>> = {
  'keccak-256': keccak_256,
  'blake2b-256': (message) => blake2b(message, { dkLen: 32 }),
  blake3: (message) => blake3(message),
};

function referenceHash(name: HashName): ReferenceHash {
  return (...parts) => {
    const message = Buffer.concat(parts.map((part) => Buffer.from(part)));
    const algorithm = ofNode[name];
    const own = ofNoble[name];
    if (algorithm !== undefined) return Uint8Array.from(createHash(algorithm).update(message).digest());
    if (own === undefined) throw new Error(`no reference for ${name}`);
    return own(message);
  };
}

function serviceOf(path: PathScheme, leaf: LeafScheme) {
  return referenceService(path, leaf, { hash: referenceHash(path.hash), utf8: (text) => Buffer.from(text) });
}

function proveBy(path: PathScheme, leaf: LeafScheme, count: number): readonly ProvenAtom[] {
  return proveAll(serviceOf(path, leaf), sampleAtoms(count)).map((atom) => {
    const { siblings } = atom.proof;
    const listed = path.order === 'leaf-to-root' ? siblings : [...siblings].reverse();
    return { ...atom, proof: { ...atom.proof, siblings: listed } };
  });
}

function chosen(path: PathScheme, leaf: LeafScheme): SchemePin {
  return { path: [path], leaf: [leaf], origin: 'chosen', samples: 0, pinnedAt: 0 };
}

function check(atom: ProvenAtom, pin: SchemePin | null, changes: Readonly<Record<string, unknown>> = {}) {
  const read = { ...atom, ...changes };
  return verify({
    atom: read,
    requestedKey: null,
    proof: read.proof,
    pin,
    snapshot: { kind: 'single' },
    root: null,
    grounds: connectionGrounds,
  });
}

describe('the hash functions', () => {
  it.each<[HashName, string]>([
    ['sha-256', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['sha-512-256', '53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23'],
    ['sha3-256', '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'],
    ['keccak-256', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
    ['blake2b-256', 'bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319'],
    ['blake2s-256', '508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982'],
    ['blake3', '6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85'],
  ])('%s gives the published hash of "abc"', (name, published) => {
    // A node rule that hashes its two halves one after the other hashes "abc" as "a" and "bc".
    const hash = hashNode(Buffer.from('a'), Buffer.from('bc'), { hash: name, node: 'concat' });
    expect(toHex(hash)).toBe(published);
  });

  it('have the length that the registry says', () => {
    for (const { id, bytes } of hashFunctions)
      expect(hashNode(new Uint8Array(), new Uint8Array(), { hash: id, node: 'concat' })).toHaveLength(bytes);
  });
});

/**
 * Every combination of content and digest, each with the next hash function. A rule is only compared with those of the same
 * function, and those have the same contents and digests for each.
 */
const oneHashEach = hashFunctions.flatMap(({ id }, turn) =>
  leafSchemes.filter(({ hash }) => hash === id).filter((_, at) => at % hashFunctions.length === turn),
);

describe('every scheme of the registry', () => {
  it('is found, path part, in a tree that a service builds by it, and no other is', () => {
    for (const path of pathSchemes) {
      const leaf: LeafScheme = { hash: path.hash, digest: 'prefix-00', preimage: 'json:key,value,version' };
      const fit = infer(proveBy(path, leaf, 11));
      expect(fit.path.map(describePathScheme)).toEqual([describePathScheme(path)]);
      expect(fit.leaf).toEqual([leaf]);
    }
  });

  it('is found, leaf part, in the leaves that a service makes by it, and no other is', () => {
    const missed: string[] = [];
    for (const leaf of isLongRun ? leafSchemes : oneHashEach) {
      const path: PathScheme = { hash: leaf.hash, node: 'concat', shape: 'rfc6962', order: 'leaf-to-root' };
      const fit = infer(proveBy(path, leaf, 2)).leaf;
      if (fit.length !== 1 || fit[0] !== leaf) missed.push(describeLeafScheme(leaf));
    }
    expect(missed).toEqual([]);
  });
});

const scheme = fc.record({ path: fc.constantFrom(...pathSchemes), leaf: fc.nat() }).map(({ path, leaf }) => {
  const alike = leafSchemes.filter(({ hash }) => hash === path.hash);
  return { path, leaf: alike[leaf % alike.length] ?? { ...path, digest: 'plain', preimage: 'key' } };
});
const place = fc
  .record({ scheme, size: fc.integer({ min: 1, max: 20 }), pick: fc.nat() })
  .map(({ scheme: { path, leaf }, size, pick }) => {
    const atoms = proveBy(path, leaf, size);
    const atom = atoms[pick % size];
    if (atom === undefined) throw new Error('no atom');
    return { path, leaf, atoms, atom, pin: chosen(path, leaf) };
  });

describe('a proof by any scheme', () => {
  it('verifies, and is as green as its leaf rule covers key and value, and shows where they end', () => {
    const joins = /^concat:(?!key,hash-value|hash-key)/;
    fc.assert(
      fc.property(place, ({ atom, atoms, pin, leaf, path }) => {
        const verdict = check(atom, pin);
        const ofPart: Readonly<Record<string, string>> = { key: 'keyOnly', value: 'amber' };
        const isOpen = joins.test(leaf.preimage) || couldBeNode(atom, leaf, path);
        expect(verdict.status).toBe(isOpen ? 'amber' : (ofPart[leaf.preimage] ?? 'green'));
        expect(check(atom, narrowPin(null, atoms, 0)).status).not.toBe('red');
      }),
      { numRuns: runs(60) },
    );
  });

  it('is the same in any encoding of its hashes', () => {
    const encodings = ['hex', '0x', 'base64', 'base64url'] as const;
    fc.assert(
      fc.property(place, fc.constantFrom(...encodings), ({ atom, pin }, encoding) => {
        const write = (hash: string) =>
          encoding === '0x' ? `0x${hash.toUpperCase()}` : Buffer.from(hash, 'hex').toString(encoding);
        const { leafHash, siblings, rootHash } = atom.proof;
        const proof = {
          ...atom.proof,
          leafHash: write(leafHash),
          siblings: siblings.map(write),
          rootHash: write(rootHash),
        };
        expect(check(atom, pin, { proof, hash: write(atom.hash) })).toEqual(check(atom, pin));
      }),
      { numRuns: runs(40) },
    );
  });

  it('is rejected when any single byte of a hash is changed', () => {
    fc.assert(
      fc.property(
        place,
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        ({ atom, pin }, which, at, by) => {
          const change = (hash: string) => {
            const bytes = Buffer.from(hash, 'hex');
            bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ by;
            return bytes.toString('hex');
          };
          const { leafHash, siblings, rootHash } = atom.proof;
          const chosenSibling = which % Math.max(1, siblings.length);
          const tampered: readonly Json[] = [
            { ...atom.proof, leafHash: change(leafHash) },
            { ...atom.proof, rootHash: change(rootHash) },
            ...(siblings.length === 0
              ? []
              : [
                  {
                    ...atom.proof,
                    siblings: siblings.map((hash, n) => (n === chosenSibling ? change(hash) : hash)),
                  },
                ]),
          ];
          for (const proof of tampered) expect(check(atom, pin, { proof }).status).toBe('red');
          expect(check(atom, pin, { hash: change(atom.hash) }).status).toBe('red');
        },
      ),
      { numRuns: runs(80) },
    );
  });

  it('is rejected when a field is changed that the leaf covers, and says so of one that it does not', () => {
    fc.assert(
      fc.property(place, fc.nat(), ({ atom, pin }, pick) => {
        const { binds } = check(atom, pin);
        const changes = {
          key: `${atom.key.slice(0, pick % atom.key.length)}x${atom.key.slice(pick % atom.key.length)}`,
          value: `${atom.value}.`,
          version: atom.version + 1,
        };
        for (const field of ['key', 'value', 'version'] as const) {
          const verdict = check(atom, pin, { [field]: changes[field] });
          if (binds.includes(field)) expect(verdict.status).toBe('red');
          else expect(verdict.binds).not.toContain(field);
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it('is rejected at another index, or says that its place is not shown', () => {
    fc.assert(
      fc.property(place, fc.nat(), ({ atom, atoms, pin, path }, pick) => {
        fc.pre(atoms.length > 1);
        const { leafIndex, treeSize } = atom.proof;
        const other = (leafIndex + 1 + (pick % (treeSize - 1))) % treeSize;
        const verdict = check(atom, pin, { proof: { ...atom.proof, leafIndex: other } });
        if (path.node !== 'sorted') expect(verdict.status).toBe('red');
        else if (verdict.status !== 'red')
          expect(JSON.stringify(verdict.checks)).toContain('position-not-bound');
      }),
      { numRuns: runs(60) },
    );
  });
});
