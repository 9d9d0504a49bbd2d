import { describe, expect, it } from 'vitest';
import { couldBeNode } from './nodeAsAtom.ts';
import { openServerScheme } from './openServerScheme.ts';
import type { LeafDigest, LeafScheme, NodeRule, PathScheme } from './scheme.ts';
import { sha256 } from './testing/nodeSha256.ts';
import { inputOf } from './testing/verifyInput.ts';
import { verify } from './verify.ts';
import { verdictWords } from '../text/verdictWords.ts';

const pathBy = (node: NodeRule): PathScheme => ({
  hash: 'sha-256',
  node,
  shape: 'rfc6962',
  order: 'leaf-to-root',
});
const leafBy = (digest: LeafDigest, preimage: string): LeafScheme => ({ hash: 'sha-256', digest, preimage });
const could = (node: NodeRule, digest: LeafDigest, preimage: string, key: string, value = ''): boolean =>
  couldBeNode({ key, value, version: 1 }, leafBy(digest, preimage), pathBy(node));

const hex = 'ab'.repeat(32);
/** 32 bytes of UTF-8, as one of 2^27 hashes is. */
const found = `\u0002${'é'.repeat(15)}x`;

describe('couldBeNode', () => {
  it.each<[NodeRule, LeafDigest, string, string, string]>([
    ['hex', 'plain', 'concat:key,value', hex, hex],
    ['hex', 'plain', 'key', hex + hex, 'any'],
    ['hex', 'plain', 'value', 'any', hex + hex],
    ['concat', 'plain', 'concat:key,value', found, found],
    ['concat', 'plain', 'join-colon:key,value', found, found.slice(0, -1)],
    ['concat', 'plain', 'atom', found + found, ''],
    ['concat', 'plain', 'concat:key,hash-value', found, 'any'],
    ['concat', 'plain', 'concat:hash-key,hash-value', found + found, found + found],
    // Padding has a child of zero bytes.
    ['sorted', 'plain', 'concat:key,value', '\0'.repeat(32), 'a'.repeat(32)],
    ['concat', 'prefix-00', 'concat:key,value', found.slice(1), found],
    ['prefix-01', 'plain', 'concat:key,value', `\u0001${found}`, found],
    ['double', 'plain', 'key', found, ''],
    ['double', 'prefix-00', 'key', found.slice(1), ''],
    ['double', 'double', 'concat:key,value', found, found],
  ])('is so for nodes by %s, and a leaf by %s of %s', (...args) => expect(could(...args)).toBe(true));

  it.each<[string, NodeRule, LeafDigest, string, string, string]>([
    ['prefixes', 'prefix-01', 'prefix-00', 'concat:key,value', found, found],
    ['a double hash', 'concat', 'double', 'concat:key,value', found, found],
    ['upper case, which no node has', 'hex', 'plain', 'concat:key,value', hex.toUpperCase(), hex],
    ['another length', 'hex', 'plain', 'concat:key,value', hex, 'ab'],
    ['another length in bytes', 'concat', 'plain', 'concat:key,value', found, 'x'.repeat(31)],
    ['printable text of that length', 'concat', 'plain', 'concat:key,value', 'a'.repeat(20), 'b'.repeat(44)],
    ['line feeds between words', 'concat', 'plain', 'join-newline:key,value', 'a'.repeat(31), 'b'.repeat(32)],
    ['a zero byte between words', 'concat', 'plain', 'join-nul:key,value', 'a'.repeat(31), 'b'.repeat(32)],
    ['a byte 01 that is missing', 'prefix-01', 'plain', 'concat:key,value', `x${found}`, found],
    ['JSON', 'concat', 'plain', 'json:key,value', found, 'x'.repeat(13)],
    ['lengths', 'concat', 'plain', 'length-u32be:key,value', found, 'x'.repeat(24)],
    ['hashes of ordinary texts', 'concat', 'plain', 'concat:hash-key,hash-value', 'ключ', 'значение'],
  ])('is not with %s', (_, ...args) => expect(could(...args)).toBe(false));

  it('is so through a link that hashes the root of an inner tree as nodes are hashed', () => {
    const atom = { key: found, value: found, version: 1 };
    const leaf = leafBy('plain', 'concat:key,value');
    expect(couldBeNode(atom, leaf, { ...pathBy('double'), links: ['hash'] })).toBe(true);
    expect(couldBeNode(atom, leaf, { ...pathBy('double'), links: ['hash-hex'] })).toBe(false);
  });

  it('is not for ordinary atoms of the open server', () => {
    for (const key of ['v1.fact.grün', `v1.${'a'.repeat(61)}`])
      for (const path of openServerScheme.path)
        expect(couldBeNode({ key, value: '', version: null }, openServerScheme.leaf, path)).toBe(false);
  });
});

describe('F2: an inner node that is presented as an atom', () => {
  const bytes = (text: string): Uint8Array => Buffer.from(text, 'hex');
  const left = Buffer.from(sha256('1')).toString('hex');
  const right = Buffer.from(sha256('2')).toString('hex');
  const node = Buffer.from(sha256(left + right)).toString('hex');
  const other = Buffer.from(sha256('3')).toString('hex');
  const root = Buffer.from(sha256(node + other)).toString('hex');
  const atom = {
    key: left + right,
    value: 'never stored',
    version: 1,
    hash: node,
    proof: { leafHash: node, siblings: [other], rootHash: root, leafIndex: 0, treeSize: 2 },
  };
  const pin = {
    path: [pathBy('hex')],
    leaf: [leafBy('plain', 'key')],
    origin: 'chosen',
    samples: 0,
    pinnedAt: 0,
  } as const;

  it('is neither verified nor a proven key', () => {
    expect(bytes(node)).toHaveLength(32);
    const verdict = verify(inputOf(atom, { pin }));
    expect(verdict).toMatchObject({ status: 'amber', binds: [] });
    expect(verdict.checks[2]).toMatchObject({ name: 'content', reason: { code: 'atom-may-be-node' } });
  });

  it('is no question where a trusted size says that its path begins at a leaf', () => {
    const verdict = verify(inputOf(atom, { pin, trustedTreeSize: 2n }));
    expect(verdict.status).toBe('keyOnly');
    expect(verdict.checks).toMatchObject([
      { reason: { code: 'well-formed', isLeafSettled: true } },
      { reason: { code: 'root-reached', warnings: [] } },
      ...verdict.checks.slice(2),
    ]);
    expect(verdictWords(verdict).checks[0]?.words).toContain('You trust this tree size');
    expect(verify(inputOf(atom, { pin, trustedTreeSize: 3n })).status).toBe('red');
  });
});
