import { describe, expect, it } from 'vitest';
import { hashLeaf, hashNode } from '#shared/merkle/hashing.ts';
import { toHex } from '#shared/merkle/hex.ts';
import type { InclusionProof } from '#shared/merkle/proof.ts';
import { leafSchemes, nodeRules, pathSchemes } from '#shared/merkle/registry.ts';
import { createHash } from 'node:crypto';
import { rootFromInclusionProof } from '#shared/merkle/rootFromInclusionProof.ts';
import { leafBytes, stepBytes, type HashedBytes } from './hashedBytes.ts';

/** Hashes the shown parts with another implementation than the engine's. */
function hashOfParts({ parts, rounds }: HashedBytes): string {
  let bytes: Uint8Array = Buffer.concat(parts.map((part) => part.bytes));
  for (let round = 0; round < rounds; round += 1) bytes = createHash('sha256').update(bytes).digest();
  return toHex(bytes);
}

const bytes = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);
const shaPaths = pathSchemes.filter(({ hash, order }) => hash === 'sha-256' && order === 'leaf-to-root');
const shaLeaves = leafSchemes.filter(({ hash }) => hash === 'sha-256');

describe('stepBytes', () => {
  it.each(shaPaths.map((scheme) => [`${scheme.node} ${scheme.shape}`, scheme] as const))(
    'shows exactly what %s hashes, at every step',
    (_name, scheme) => {
      // The last of five leaves: alone on two levels, then with a neighbor on its left.
      const proof: InclusionProof = {
        leafHash: bytes(9),
        siblings: [bytes(4)],
        rootHash: bytes(0),
        leafIndex: 4n,
        treeSize: 5n,
      };
      const { steps } = rootFromInclusionProof(proof, scheme);
      expect(steps).toHaveLength(3);
      for (const step of steps) {
        const shown = stepBytes(step, scheme);
        if (step.rule === 'promote') expect(shown).toBeNull();
        else if (shown === null) expect.fail('nothing is shown where something is hashed');
        else {
          expect(shown.result).toBe(toHex(step.computed));
          expect(hashOfParts(shown)).toBe(shown.result);
        }
      }
    },
  );

  it.each(nodeRules.map(({ id }) => id))(
    'says of %s which part is the path’s own and which the sibling',
    (node) => {
      const scheme = { hash: 'sha-256', node, shape: 'rfc6962', order: 'leaf-to-root' } as const;
      const leaf = bytes(1);
      const sibling = bytes(2);
      const proof: InclusionProof = {
        leafHash: leaf,
        siblings: [sibling],
        rootHash: hashNode(sibling, leaf, scheme),
        leafIndex: 1n,
        treeSize: 2n,
      };
      const [step] = rootFromInclusionProof(proof, scheme).steps;
      if (step === undefined) throw new Error('no step');
      const parts = stepBytes(step, scheme)?.parts.filter(({ role }) => role !== 'prefix') ?? [];
      const text = (hash: Uint8Array) => (node === 'hex' ? toHex(Buffer.from(toHex(hash))) : toHex(hash));
      const order = node === 'sorted' ? ['path', 'sibling'] : ['sibling', 'path'];
      expect(parts.map(({ role }) => role)).toEqual(order);
      expect(parts.find(({ role }) => role === 'path')?.name).toContain('leaf');
      expect(toHex(parts.find(({ role }) => role === 'sibling')?.bytes ?? bytes(0))).toBe(text(sibling));
    },
  );
});

describe('leafBytes', () => {
  const atom = { key: 'v1.a', value: 'wert ☃', version: 3 };

  it.each(shaLeaves.map((scheme) => [`${scheme.digest} ${scheme.preimage}`, scheme] as const))(
    'shows exactly what %s hashes',
    (_name, scheme) => {
      const leaf = leafBytes(atom, scheme);
      const hashing = hashLeaf(atom, scheme);
      if (!leaf.ok || !hashing.ok) throw new Error('the rule does not apply');
      expect(leaf.hashed.result).toBe(toHex(hashing.hash));
      expect(hashOfParts(leaf.hashed)).toBe(leaf.hashed.result);
    },
  );

  it('shows the content as text if it is text', () => {
    const scheme = { hash: 'sha-256', digest: 'prefix-00', preimage: 'json:key,value,version' } as const;
    const leaf = leafBytes(atom, scheme);
    expect(leaf).toMatchObject({
      hashed: { parts: [{ role: 'prefix' }, { text: '{"key":"v1.a","value":"wert ☃","version":3}' }] },
    });
  });

  it('shows no text for bytes that are not text', () => {
    const scheme = { hash: 'sha-256', digest: 'plain', preimage: 'concat:hash-key,hash-value' } as const;
    expect(leafBytes(atom, scheme)).toMatchObject({ hashed: { parts: [{ text: null }] } });
  });

  it('says why a rule does not apply', () => {
    const scheme = { hash: 'sha-256', digest: 'plain', preimage: 'json:key,value,version' } as const;
    expect(leafBytes({ ...atom, version: null }, scheme)).toEqual({ ok: false, gap: 'version-missing' });
  });
});
