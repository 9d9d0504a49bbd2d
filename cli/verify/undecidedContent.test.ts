import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReadToCarry } from '#shared/evidence/buildStatement.ts';
import { sealStatement } from '#shared/evidence/envelope.ts';
import type { EvidenceStatement } from '#shared/evidence/statement.ts';
import {
  inputOf,
  readsOf,
  specified,
  statementOf,
  testSigner,
} from '#shared/evidence/testing/sampleEvidence.ts';
import type { LeafDigest, LeafScheme, NodeRule, PathScheme } from '#shared/merkle/scheme.ts';
import { referenceService } from '#shared/merkle/testing/referenceScheme.ts';
import { proveAll, type SampleAtom } from '#shared/merkle/testing/sampleTree.ts';
import { runOurs, startPython, type PythonVerifier } from './testing/bothVerifiers.ts';

// F2, F3a: the app and the Python script agree on which atoms could be inner nodes, or other atoms.
const signer = testSigner('01');
const reference = {
  hash: (...parts: readonly (Uint8Array | string)[]): Uint8Array => {
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part);
    return Uint8Array.from(hash.digest());
  },
  utf8: (text: string): Uint8Array => Buffer.from(text),
};

const hex = 'ab'.repeat(32);
/** 32 bytes of UTF-8, as one of 2^27 hashes is. */
const found = `\u0002${'é'.repeat(15)}x`;
const atoms: readonly SampleAtom[] = [
  { key: 'user.name', value: 'bob', version: 1 },
  { key: 'user', value: 'a:b', version: 12 },
  { key: 'a|b', value: '7:c|-1|d', version: 3 },
  { key: 'k', value: '', version: 5 },
  { key: 'k-', value: '0:-0', version: 0 },
  { key: hex, value: hex, version: 1 },
  { key: hex + hex, value: hex + hex, version: 1 },
  { key: found, value: found, version: 1 },
  { key: found + found, value: found + found, version: 1 },
  { key: found.slice(1), value: found, version: 1 },
  { key: found, value: found.slice(0, -1), version: 1 },
  { key: `\u0001${found}`, value: found, version: 1 },
  { key: 'a'.repeat(32), value: 'b'.repeat(32), version: 1 },
];

/** Every atom by a rule, each as if it came in a response of its own. */
function readsBy(pathRule: PathScheme, leaf: LeafScheme): readonly ReadToCarry[] {
  const proven = proveAll(referenceService(pathRule, leaf, reference), atoms);
  const pin = { ...specified, path: [pathRule], leaf: [leaf] };
  return readsOf(
    proven,
    ({ exchange }, at) => ({
      exchange: { ...exchange, requestId: `${pathRule.node} ${leaf.digest} ${leaf.preimage} ${String(at)}` },
    }),
    pin,
  );
}

/** One of each kind of pre-image; for other digests than `plain`, only some. */
const preimages = [
  'concat:key,value',
  'join-pipe:key,version,value',
  'key',
  'concat:hash-key,hash-value',
  'join-colon:key,value',
  'join-colon:version,key,value',
  'concat:value,key,version',
  'concat:key,version,value',
  'json:key,value',
  'json-array:key,value',
  'length-u32be:key,value',
  'concat:key,hash-value',
];
const combinations: readonly (readonly [NodeRule, LeafDigest, number])[] = [
  ['hex', 'plain', 12],
  ['concat', 'plain', 12],
  ['prefix-01', 'plain', 12],
  ['double', 'plain', 12],
  ['sorted', 'prefix-00', 4],
  ['double', 'prefix-00', 4],
  ['double', 'double', 4],
  ['prefix-01', 'prefix-00', 4],
];
const reads = combinations.flatMap(([node, digest, count]) =>
  preimages
    .slice(0, count)
    .flatMap((preimage) =>
      readsBy(
        { hash: 'sha-256', node, shape: 'rfc6962', order: 'leaf-to-root' },
        { hash: 'sha-256', digest, preimage },
      ),
    ),
);
const isUndecided = ({ reading }: ReadToCarry): boolean =>
  reading.verdict.checks.some(
    ({ reason }) => reason.code === 'atom-may-be-node' || reason.code === 'boundary-open',
  );

let folder: string;
let python: PythonVerifier;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'undecided-content-'));
  python = startPython();
});
afterAll(async () => {
  python.stop();
  await rm(folder, { recursive: true });
});

async function exitsOf(statement: EvidenceStatement): Promise<readonly number[]> {
  const file = path.join(folder, 'evidence.sigstore.json');
  await writeFile(file, sealStatement(statement, signer));
  const args = ['--key', signer.fingerprint];
  return [(await runOurs(file, ...args)).code, (await python.run(file, ...args)).code];
}

describe('the app and the Python script agree on content that proofs leave open (F2, F3a)', () => {
  it('by all rules, where nothing is open', async () => {
    const green = reads
      .filter(({ reading }) => reading.verdict.status === 'green')
      .filter((_, at) => at % 3 === 0);
    expect(green.length).toBeGreaterThan(50);
    expect(await exitsOf(statementOf(inputOf(green)))).toEqual([0, 0]);
  });

  it('by all rules, where something is', async () => {
    const open = reads.filter(isUndecided);
    expect(open.length).toBeGreaterThan(200);
    expect(await exitsOf(statementOf(inputOf(open)))).toEqual([3, 3]);
  });

  it('where two keys are said to be one leaf, also if only one of them is in the bundle (F3b)', async () => {
    const [rule, leaf] = [
      { hash: 'sha-256', node: 'hex', shape: 'rfc6962', order: 'leaf-to-root' },
      { hash: 'sha-256', digest: 'plain', preimage: 'concat:key,value' },
    ] as const;
    const [stored] = proveAll(referenceService(rule, leaf, reference), atoms);
    if (stored === undefined) throw new Error('no atom');
    const pin = { ...specified, path: [rule], leaf: [leaf] };
    const both = readsOf([stored, { ...stored, key: 'user.nam', value: 'ebob' }], undefined, pin);
    // The signer did not compare them.
    expect(both.map(({ reading }) => reading.verdict.status)).toEqual(['amber', 'amber']);
    const statement = structuredClone(statementOf(inputOf(both)));
    expect(await exitsOf(statement)).toEqual([1, 1]);
    for (const { verdict } of statement.predicate.reads) {
      verdict.status = 'red';
      Object.assign(verdict.checks.coherent, { status: 'fail', code: 'incoherent.leaf' });
    }
    expect(await exitsOf(statement)).toEqual([1, 1]);
    const one = structuredClone(statement);
    one.predicate.reads.pop();
    one.subject.pop();
    expect(await exitsOf(one)).toEqual([1, 1]);
  });

  it('in bundles of versions that let it pass', async () => {
    const statement = structuredClone(statementOf(inputOf(reads.filter(isUndecided))));
    for (const { verdict } of statement.predicate.reads) {
      verdict.status = 'green';
      Object.assign(verdict.checks.content, { status: 'pass', code: 'content-matches' });
    }
    expect(await exitsOf(statement)).toEqual([3, 3]);
  });
});
