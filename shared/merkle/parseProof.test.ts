import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Json } from '../domain/json.ts';
import { createHashTexts } from './hashTexts.ts';
import { parseProof } from './parseProof.ts';
import type { ProofFault } from './proof.ts';

const hash = 'ab'.repeat(32);
const whole = { leafHash: hash, siblings: [hash, hash], rootHash: hash, leafIndex: 1, treeSize: 3 };

function problemsOf(changes: Readonly<Record<string, Json>>): readonly [string, ProofFault['kind']][] {
  const parse = parseProof({ ...whole, ...changes });
  return parse.ok ? [] : parse.problems.map(({ field, fault }) => [field, fault.kind]);
}

describe('parseProof', () => {
  it('decodes a proof as the API shows it', () => {
    const parse = parseProof(whole);
    const bytes = new Uint8Array(32).fill(0xab);
    const proof = { leafHash: bytes, siblings: [bytes, bytes], rootHash: bytes, leafIndex: 1n, treeSize: 3n };
    expect(parse).toEqual({ ok: true, proof, chain: [proof], carriesLeaf: true });
  });

  it('takes 0x and mixed case for the same bytes', () => {
    expect(parseProof({ ...whole, leafHash: `0x${'aB'.repeat(32)}` })).toEqual(parseProof(whole));
  });

  it('gives the same where hashes were decoded before', () => {
    const texts = createHashTexts(1_000);
    const hashText = fc.oneof(
      fc.constantFrom(
        hash,
        hash.toUpperCase(),
        `0x${hash.slice(2)}`,
        'ab'.repeat(48),
        'A'.repeat(43) + '=',
        'zz'.repeat(32),
      ),
      fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex')),
      // Other hashes with the same first digits.
      fc.nat(20).map((at) => hash.slice(0, 60) + String(at).padStart(4, '0')),
    );
    const proof = fc.record({
      leafHash: hashText,
      siblings: fc.array(hashText, { maxLength: 4 }),
      rootHash: hashText,
      leafIndex: fc.constant(1),
      treeSize: fc.constant(9),
    });
    fc.assert(
      fc.property(proof, fc.constantFrom(null, 32, 48), (raw, hashBytes) => {
        expect(parseProof(raw, { hashBytes, texts })).toEqual(parseProof(raw, { hashBytes }));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each<[string, Json]>([
    ['null', null],
    ['text', 'proof'],
    ['a number', 1],
    ['an empty array', []],
  ])('refuses %s in place of the proof', (_, raw) => {
    expect(parseProof(raw)).toMatchObject({ ok: false, problems: [{ field: 'proof' }] });
  });

  it.each<[string, Json, string, ProofFault['kind']]>([
    ['leafHash', 'abc', 'leafHash', 'not-hex'],
    ['leafHash', `${hash}a`, 'leafHash', 'not-hex'],
    ['leafHash', `${hash}zz`, 'leafHash', 'not-hex'],
    ['leafHash', '', 'leafHash', 'hash-length'],
    ['leafHash', 'ab'.repeat(31), 'leafHash', 'hash-length'],
    ['rootHash', 'ab'.repeat(64), 'rootHash', 'hash-length'],
    ['rootHash', 'ab'.repeat(48), 'rootHash', 'hash-length'],
    ['leafHash', `${'q'.repeat(42)}r=`, 'leafHash', 'not-base64'],
    ['leafHash', `${'q'.repeat(42)}+-`, 'leafHash', 'not-hex'],
    ['rootHash', 7, 'rootHash', 'wrong-type'],
    ['rootHash', null, 'rootHash', 'missing'],
    ['siblings', null, 'siblings', 'missing'],
    ['siblings', hash, 'siblings', 'wrong-type'],
    ['siblings', { 0: hash }, 'siblings', 'wrong-type'],
    ['siblings', [hash, null], 'siblings[1]', 'missing'],
    ['siblings', [hash, 'ab'], 'siblings[1]', 'hash-length'],
    ['siblings', [{ hash, position: 'left' }], 'siblings[0]', 'wrong-type'],
    ['siblings', Array.from({ length: 257 }, () => hash), 'siblings', 'too-many'],
    ['leafIndex', -1, 'leafIndex', 'negative'],
    ['leafIndex', 0.5, 'leafIndex', 'not-an-integer'],
    ['leafIndex', '1', 'leafIndex', 'string-for-integer'],
    ['leafIndex', true, 'leafIndex', 'wrong-type'],
    ['leafIndex', 3, 'leafIndex', 'outside-tree'],
    ['treeSize', 0, 'treeSize', 'empty-tree'],
    ['treeSize', 2 ** 53, 'treeSize', 'inexact'],
    ['treeSize', Number.POSITIVE_INFINITY, 'treeSize', 'inexact'],
    ['treeSize', '9007199254740991', 'treeSize', 'string-for-integer'],
    ['treeSize', '09007199254740993', 'treeSize', 'string-for-integer'],
    ['treeSize', '9007199254740993.0', 'treeSize', 'string-for-integer'],
    ['treeSize', '0x20000000000001', 'treeSize', 'string-for-integer'],
    ['treeSize', '-9007199254740993', 'treeSize', 'string-for-integer'],
    ['treeSize', ' 9007199254740993', 'treeSize', 'string-for-integer'],
    ['treeSize', '1'.repeat(1_000_000), 'treeSize', 'too-large'],
  ])('names %s = %.60j as the field to blame', (name, value, field, kind) => {
    expect(problemsOf({ [name]: value })).toEqual([[field, kind]]);
  });

  it('names every field that is wrong, in their order', () => {
    expect(problemsOf({ leafHash: 'x', siblings: ['y', hash, 'z'], treeSize: -1 })).toEqual([
      ['leafHash', 'not-hex'],
      ['siblings[0]', 'not-hex'],
      ['siblings[2]', 'not-hex'],
      ['treeSize', 'negative'],
    ]);
  });

  it('keeps indices and sizes beyond 2^31 and 2^53 exact', () => {
    const parse = parseProof({ ...whole, leafIndex: 2 ** 31, treeSize: '9007199254740993' });
    expect(parse).toMatchObject({ ok: true, proof: { leafIndex: 2147483648n, treeSize: 9007199254740993n } });
  });

  it('reads an imported audit path without index and size, which stay unknown; no other shape may lack them', () => {
    const { leafHash, siblings, rootHash } = whole;
    expect(parseProof({ leaf: leafHash, auditPath: siblings, root: rootHash })).toMatchObject({
      ok: true,
      proof: { leafIndex: null, treeSize: null },
    });
    const problems = (fields: readonly string[]) =>
      fields.map((field) => ({ field, fault: { kind: 'missing' } }));
    expect(parseProof({ leafHash, siblings, rootHash })).toEqual({
      ok: false,
      problems: problems(['leafIndex', 'treeSize']),
    });
    expect(parseProof({ hashes: siblings, rootHash }, { leafHash: hash })).toEqual({
      ok: false,
      problems: problems(['logIndex', 'treeSize']),
    });
  });

  const hashes = [hash, hash];
  it.each<[string, Json]>([
    ['an audit path', { leaf: hash, root: hash, auditPath: hashes, index: 1, treeSize: 3 }],
    ['a log, with the leaf from beside it', { logIndex: 1, hashes, rootHash: hash, treeSize: 3 }],
    ['a log that writes integers as text', { logIndex: '1', hashes, rootHash: hash, treeSize: '3' }],
    ['a chain of one', [whole]],
    ['base64', { ...whole, rootHash: Buffer.from(hash, 'hex').toString('base64'), siblings: hashes }],
  ])('reads %s as the same proof', (_, raw) => {
    const parse = parseProof(raw, { leafHash: hash });
    const plain = parseProof(whole);
    expect(parse.ok && parse.proof).toEqual(plain.ok && plain.proof);
  });

  it('reads { leaf, root, auditPath, index } without a size, and names its own fields', () => {
    const raw = { leaf: hash, root: hash, auditPath: hashes, index: 1 };
    expect(parseProof(raw)).toMatchObject({ ok: true, proof: { leafIndex: 1n, treeSize: null } });
    expect(parseProof({ ...raw, auditPath: [hash, 'xyz'], index: 0.5 })).toMatchObject({
      problems: [
        { field: 'auditPath[1]', fault: { kind: 'not-hex' } },
        { field: 'index', fault: { kind: 'not-an-integer' } },
      ],
    });
  });

  it('holds all hashes to the length of a pinned function, and otherwise to one length', () => {
    const long = 'ab'.repeat(48);
    const raw = { leafHash: long, siblings: [long], rootHash: long, leafIndex: 0, treeSize: 2 };
    expect(parseProof(raw).ok).toBe(true);
    expect(parseProof(raw, { hashBytes: 32 })).toMatchObject({
      problems: [{ fault: { expectedBytes: 32 } }, {}, {}],
    });
    expect(parseProof({ ...raw, siblings: [hash] })).toMatchObject({
      problems: [{ field: 'siblings[0]', fault: { kind: 'hash-length', expectedBytes: 48 } }],
    });
  });

  it('is not deceived by an own __proto__ field', () => {
    const raw = JSON.parse(`{"__proto__":${JSON.stringify(whole)}}`) as Json;
    expect(parseProof(raw).ok).toBe(false);
  });

  it('returns a result for any JSON', () => {
    fc.assert(fc.property(fc.jsonValue(), (raw) => typeof parseProof(raw as Json).ok === 'boolean'));
  });
});
