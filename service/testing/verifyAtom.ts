import { createHash } from 'node:crypto';
import { z } from 'zod';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

export const provenAtomSchema = z.strictObject({
  key: z.string(),
  value: z.string(),
  version: z.int().min(1),
  hash: hash.optional(),
  score: z.number().min(0).max(1).optional(),
  proof: z.strictObject({
    leafHash: hash,
    siblings: z.array(hash),
    rootHash: hash,
    leafIndex: z.int().min(0),
    treeSize: z.int().min(1),
  }),
});

function sha256(...parts: readonly Uint8Array[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}

/**
 * Verifies an atom of a response after RFC 9162, 2.1.3.2, without using code of the service. Returns what is
 * wrong, or null.
 */
export function problemOfAtom(answered: unknown): string | null {
  const { key, value, version, hash: atomHash, proof } = provenAtomSchema.parse(answered);
  const leaf = sha256(Buffer.of(0), Buffer.from(JSON.stringify({ key, value, version })));
  if (leaf.toString('hex') !== proof.leafHash) return 'content';
  if (atomHash !== undefined && atomHash !== proof.leafHash) return 'hash';
  if (proof.leafIndex >= proof.treeSize) return 'index';
  let fn = BigInt(proof.leafIndex);
  let sn = BigInt(proof.treeSize) - 1n;
  let r = leaf;
  for (const sibling of proof.siblings) {
    const p = Buffer.from(sibling, 'hex');
    if (sn === 0n) return 'too long';
    if (fn % 2n === 1n || fn === sn) {
      r = sha256(Buffer.of(1), p, r);
      while (fn % 2n === 0n && fn !== 0n) {
        fn /= 2n;
        sn /= 2n;
      }
    } else {
      r = sha256(Buffer.of(1), r, p);
    }
    fn /= 2n;
    sn /= 2n;
  }
  if (sn !== 0n) return 'too short';
  return r.toString('hex') === proof.rootHash ? null : 'root';
}
