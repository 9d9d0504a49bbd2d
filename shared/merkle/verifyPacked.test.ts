import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../domain/json.ts';
import { fastNodeHash, portableNodeHash } from './fastNodeHash.ts';
import { packProofs } from './packedProofs.ts';
import { parseProof } from './parseProof.ts';
import { pathSchemes } from './registry.ts';
import type { PathScheme } from './scheme.ts';
import { referenceService } from './testing/referenceScheme.ts';
import { flipBit, proveAll, sampleAtoms, type ProofJson } from './testing/sampleTree.ts';
import { createHashTexts } from './hashTexts.ts';
import { provePaths } from './provePaths.ts';
import { reachesRoot } from './rootFromInclusionProof.ts';
import { verifyPacked } from './verifyPacked.ts';
import { sha256 } from './testing/nodeSha256.ts';
import { runs } from '../../service/testing/longRun.ts';

const rfc: PathScheme = { hash: 'sha-256', node: 'prefix-01', shape: 'rfc6962', order: 'leaf-to-root' };
const known = new Map<string, readonly ProofJson[]>();

function proofsBy(scheme: PathScheme, size: number): readonly ProofJson[] {
  const name = `${JSON.stringify(scheme)} ${size}`;
  const service = () =>
    referenceService(
      scheme,
      { hash: 'sha-256', digest: 'prefix-00', preimage: 'key' },
      { hash: sha256, utf8: (text) => Buffer.from(text) },
    );
  const proofs =
    known.get(name) ??
    proveAll(service(), sampleAtoms(size)).map(({ proof }) => ({
      ...proof,
      siblings: scheme.order === 'leaf-to-root' ? proof.siblings : [...proof.siblings].reverse(),
    }));
  known.set(name, proofs);
  return proofs;
}

/** The response for each proof of the input; null if packing left it to others. */
function answers(
  proofs: readonly Json[],
  scheme: PathScheme,
  parts = 1,
  fast = true,
): readonly (boolean | null)[] {
  const { packs, left } = packProofs(proofs, scheme, parts);
  const result = new Map<number, boolean | null>(left.map((entry) => [entry, null]));
  for (const pack of packs) {
    const nodeHash = fast ? fastNodeHash(scheme) : portableNodeHash(scheme);
    const { verified } = verifyPacked(pack, nodeHash);
    for (const [at, entry] of pack.entries.entries()) result.set(entry, verified[at] === 1);
  }
  expect(result.size).toBe(proofs.length);
  return proofs.map((_, entry) => result.get(entry) ?? null);
}

function alone(proof: Json, scheme: PathScheme): boolean {
  const parse = parseProof(proof);
  return parse.ok && reachesRoot(parse.proof, scheme);
}

function tamper(proof: ProofJson, kind: number, bit: number): Json {
  const at = bit % Math.max(1, proof.siblings.length);
  const changed: readonly Json[] = [
    proof,
    { ...proof, leafHash: flipBit(proof.leafHash, bit) },
    { ...proof, siblings: proof.siblings.map((hash, n) => (n === at ? flipBit(hash, bit) : hash)) },
    { ...proof, leafIndex: (proof.leafIndex + 1) % proof.treeSize },
    { ...proof, siblings: [...proof.siblings, proof.rootHash] },
    { ...proof, siblings: proof.siblings.slice(1) },
    { ...proof, leafHash: proof.leafHash.toUpperCase() },
    { ...proof, siblings: [...proof.siblings.slice(0, -1), 'no hash'] },
    { ...proof, rootHash: flipBit(proof.rootHash, bit) },
  ];
  return changed[kind] ?? proof;
}

describe('verifyPacked', () => {
  const schemes = pathSchemes.filter(({ hash }) => hash === 'sha-256');

  it('gives every proof the same result as alone, regardless of its neighbors, for every scheme', () => {
    const change = fc.record({ kind: fc.nat({ max: 60 }), bit: fc.nat({ max: 2000 }) });
    fc.assert(
      fc.property(
        fc.constantFrom(...schemes),
        fc.integer({ min: 1, max: 24 }),
        fc.array(change, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 3 }),
        (scheme, size, changes, parts) => {
          const sound = proofsBy(scheme, size);
          const proofs = changes.flatMap(({ kind, bit }) => {
            const proof = sound[bit % size];
            return proof === undefined ? [] : [tamper(proof, kind, bit)];
          });
          const given = answers(proofs, scheme, parts);
          for (const [at, answer] of given.entries()) {
            const proof = proofs[at] ?? null;
            if (answer === null) expect(parseProof(proof).ok).toBe(false);
            else expect(answer).toBe(alone(proof, scheme));
          }
          expect(answers(proofs, scheme, parts, false)).toEqual(given);
          const texts = createHashTexts(20);
          const decoded = provePaths(
            proofs.map((proof) => parseProof(proof, { texts })),
            scheme,
          );
          expect(decoded).toEqual(given);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('hashes every node that proofs share once', () => {
    const proofs = proofsBy(rfc, 64);
    const [pack] = packProofs(proofs, rfc).packs;
    if (pack === undefined) throw new Error('no pack');
    let calls = 0;
    const hash = portableNodeHash(rfc);
    const { verified, hashed } = verifyPacked(pack, (words, left, right, into) => {
      calls += 1;
      hash(words, left, right, into);
    });
    expect(verified.every((answer) => answer === 1)).toBe(true);
    // 63 nodes stand above 64 leaves; where two paths meet, the node is known and not hashed.
    expect(calls).toBeLessThanOrEqual(63);
    expect(hashed).toBe(calls);
  });

  it('keeps nothing of a proof that failed', () => {
    const [first, second, third] = proofsBy(rfc, 8);
    if (first === undefined || second === undefined || third === undefined) throw new Error('no proofs');
    // Consistent with each other, but not with the root: the sibling that they share is the wrong one.
    const forged = flipBit(first.siblings[2] ?? '', 5);
    const forge = (proof: ProofJson) => ({ ...proof, siblings: [...proof.siblings.slice(0, 2), forged] });
    expect(answers([forge(first), forge(second), third], rfc)).toEqual([false, false, true]);
    expect(answers([first, forge(second), third], rfc)).toEqual([true, false, true]);
  });

  it('divides the proofs of one tree among workers, and loses none', () => {
    const proofs = proofsBy(rfc, 20);
    const { packs } = packProofs(proofs, rfc, 3);
    expect(packs.map(({ entries }) => entries.length)).toEqual([7, 7, 6]);
    expect(answers(proofs, rfc, 3).every((answer) => answer === true)).toBe(true);
  });

  it('keeps places beyond 2^32 apart', () => {
    const leaf = 'ab'.repeat(32);
    const siblings = Array.from({ length: 40 }, () => leaf);
    let node = Uint8Array.from(Buffer.from(leaf, 'hex'));
    const other = node;
    for (let level = 0; level < 40; level += 1)
      node = sha256(Uint8Array.of(1), node, other) as Uint8Array<ArrayBuffer>;
    const rootHash = Buffer.from(node).toString('hex');
    const proof = { leafHash: leaf, siblings, rootHash, leafIndex: 0, treeSize: 2 ** 40 };
    expect(answers([proof, { ...proof, leafIndex: 2 ** 32 }], rfc)).toEqual([true, false]);
  });

  it('leaves to others what it does not pack: chains, proofs without a place, malformed ones', () => {
    const [proof] = proofsBy(rfc, 8);
    if (proof === undefined) throw new Error('no proof');
    const { leafHash: leaf, rootHash: root, siblings: auditPath } = proof;
    const others: readonly Json[] = [
      [proof, proof],
      { leaf, root, auditPath, index: 0 },
      null,
      7,
      { ...proof, treeSize: 2 ** 60 },
    ];
    expect(packProofs([...others, proof], rfc)).toMatchObject({ left: [0, 1, 2, 3, 4], packs: [{}] });
  });
});
