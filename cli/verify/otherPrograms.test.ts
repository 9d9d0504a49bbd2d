import { spawnSync } from 'node:child_process';
import { createPublicKey, randomBytes } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleFromJSON, type SerializedBundle } from '@sigstore/bundle';
import { dsse, X509Certificate } from '@sigstore/core';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { toSignedEntity, Verifier } from '@sigstore/verify';
import { footerSchema, headerSchema } from '#shared/audit/auditFile.ts';
import type { AuditRecord } from '#shared/audit/auditRecord.ts';
import { auditText, record as auditRecord } from '#shared/audit/testing/sampleAudit.ts';
import { toHex } from '#shared/merkle/hex.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EvidenceInput } from '#shared/evidence/buildStatement.ts';
import { fingerprintOf, preAuthEncoding, sealStatement } from '#shared/evidence/envelope.ts';
import type { EvidenceStatement } from '#shared/evidence/statement.ts';
import {
  bundleOf,
  bytesOf,
  inputOf,
  ledgerOf,
  provenAtoms,
  rawResponseOf,
  readsOf,
  specified,
  statementOf,
  testSigner,
} from '#shared/evidence/testing/sampleEvidence.ts';
import {
  embeddedLike,
  flipBit,
  keyOnly,
  proveAll,
  sampleAtoms,
  type ReferenceHash,
} from '#shared/merkle/testing/sampleTree.ts';
import { sha256 } from '#shared/merkle/testing/nodeSha256.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { opensslAuthority, type OpensslAuthority } from '#shared/timestamp/testing/opensslAuthority.ts';
import { der, derTag, itemsOf, readDer } from '#shared/timestamp/der.ts';
import { timestampRequest } from '#shared/timestamp/timestampRequest.ts';
import { readTimestampResponse } from '#shared/timestamp/timestampToken.ts';
import {
  lastLineOf,
  runOurs,
  startPython,
  verifyScript,
  type PythonVerifier,
} from './testing/bothVerifiers.ts';

// What others make of our bundles: @sigstore/verify, a script of Python's standard library, and openssl. None of them
// shares code with us.
const root = path.resolve(import.meta.dirname, '../..');
const signer = testSigner('01');
const other = testSigner('02');
const atoms = provenAtoms(5);
const reads = readsOf(atoms);
const whole = inputOf(reads, {
  rawResponses: [rawResponseOf(reads)],
  ledger: ledgerOf(['{"root":1}', '{"root":2}', '{"root":3}'], signer),
});

let folder: string;
/** Of a timestamp authority, and of another one with the same names. */
let authority: OpensslAuthority;
let otherAuthority: OpensslAuthority;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'other-programs-'));
  for (const name of ['tsa', 'other-tsa']) await mkdir(path.join(folder, name));
  authority = opensslAuthority(path.join(folder, 'tsa'), { key: 'rsa' });
  otherAuthority = opensslAuthority(path.join(folder, 'other-tsa'));
  await writeFile(path.join(folder, 'tsa.pem'), authority.rootPem);
  await copyFile(verifyScript, path.join(folder, 'verify_evidence.py'));
  await writeFile(path.join(folder, 'signer.pem'), signer.publicKeyPem);
});
afterAll(() => rm(folder, { recursive: true }));

async function write(bundle: string): Promise<string> {
  const file = path.join(folder, 'evidence.sigstore.json');
  await writeFile(file, bundle);
  return file;
}

/** The same bundle with a timestamp of its signature, or of something else. */
function stamped(bundle: string, by: OpensslAuthority, of?: Uint8Array): string {
  const signature = of ?? Buffer.from(/"sig":"([^"]+)"/.exec(bundle)?.[1] ?? '', 'base64');
  const reading = readTimestampResponse(by.reply(timestampRequest(signature, randomBytes(16))));
  if (reading.kind !== 'token') throw new Error(reading.kind);
  const token = Buffer.from(reading.response).toString('base64');
  return bundle.replace('"rfc3161Timestamps":[]', `"rfc3161Timestamps":[{"signedTimestamp":"${token}"}]`);
}

/** The same bundle, with a text in its timestamp that nobody signs, and that looks like an earlier time. */
function withForgedTime(bundle: string): string {
  const { verificationMaterial } = JSON.parse(bundle) as SerializedBundle;
  const [one] = verificationMaterial?.timestampVerificationData?.rfc3161Timestamps ?? [];
  const { signedTimestamp = '' } = one ?? {};
  const [, token] = itemsOf(readDer(Buffer.from(signedTimestamp, 'base64')));
  const lie = der(derTag.utf8String, bytesOf('granted\nTime stamp: Jan  1 00:00:00 1999 GMT\n'));
  const status = der(derTag.sequence, Uint8Array.of(0x02, 0x01, 0x00), der(derTag.sequence, lie));
  const response = der(derTag.sequence, status, token?.whole ?? new Uint8Array());
  return bundle.replace(signedTimestamp, Buffer.from(response).toString('base64'));
}

let python: PythonVerifier;
beforeAll(() => {
  python = startPython();
});
afterAll(() => python.stop());
const runPython = (file: string, ...args: readonly string[]) => python.run(file, ...args);

/** What a step prints. It must succeed, without complaints. */
function run(commands: string): string {
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', commands], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ commands, status, stderr }).toEqual({ commands, status: 0, stderr: '' });
  return stdout;
}

/** Text between ``` of a page, that is to be typed in a shell. */
async function shellCommands(page: string): Promise<readonly string[]> {
  const text = await readFile(path.join(root, page), 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);
}

describe('an evidence bundle', () => {
  const bundle = bundleOf(whole, signer);

  it('is verified by @sigstore/verify, which finds one altered character', () => {
    const verifier = new Verifier(
      {
        certificateAuthorities: [],
        timestampAuthorities: [],
        tlogs: [],
        ctlogs: [],
        publicKey: () => ({ publicKey: createPublicKey(signer.publicKeyPem), validFor: () => true }),
      },
      { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 },
    );
    const verify = (text: string) =>
      verifier.verify(toSignedEntity(bundleFromJSON(JSON.parse(text) as SerializedBundle)));
    expect(verify(bundle)).toHaveProperty('key');
    const at = bundle.indexOf('"payload":"') + 500;
    const altered = `${bundle.slice(0, at)}${bundle.charAt(at) === 'A' ? 'B' : 'A'}${bundle.slice(at + 1)}`;
    expect(() => verify(altered)).toThrow(expect.objectContaining({ code: 'SIGNATURE_ERROR' }) as Error);
    const payload = bytesOf('héllo');
    expect(Buffer.from(preAuthEncoding('a/b', payload))).toEqual(
      dsse.preAuthEncoding('a/b', Buffer.from(payload)),
    );
  });

  it('is verified by openssl and the Python script, as docs/evidence.md says, step by step', async () => {
    const file = await write(bundle);
    const [fingerprint = '', extract = '', signature = '', contents = '', timestamp = '', ...others] =
      await shellCommands('docs/evidence.md');
    expect(others).toEqual([]);
    expect(run(fingerprint)).toContain(signer.fingerprint);
    run(extract);
    expect(run(signature)).toContain('Signature Verified Successfully');
    expect(run(contents)).toMatch(/\nVerdict: Verified\n$/);
    expect((await runOurs(file, '--key', signer.fingerprint)).code).toBe(0);

    await write(stamped(bundle, authority));
    run(extract);
    const checked = run(timestamp);
    expect(checked).toMatch(/^Time stamp: .* GMT$/m);
    expect(checked).toMatch(/^Verification: OK$/m);
    expect(checked).toMatch(/\nVerdict: Verified\n$/);
  });

  it('shows only the signed time of a timestamp, whatever the text around it says (E1)', async () => {
    const file = await write(withForgedTime(stamped(bundle, authority)));
    const [, extract = '', , , timestamp = ''] = await shellCommands('docs/evidence.md');
    run(extract);
    const [steps = ''] = timestamp.split('python3 verify_evidence.py');
    const checked = run(steps);
    expect(checked).toMatch(/^Verification: OK$/m);
    expect(checked).not.toContain('1999');
    const args = ['--key', signer.fingerprint, '--tsa-cert', path.join(folder, 'tsa.pem')];
    const theirs = await runPython(file, ...args);
    expect(theirs).toMatchObject({ code: 1, error: '' });
    expect(theirs.out).not.toContain('1999');
    expect((await runOurs(file, ...args)).code).toBe(1);
  });

  it('has a timestamp that @sigstore/verify accepts, and not one of another authority', () => {
    const verifier = new Verifier(
      {
        certificateAuthorities: [],
        timestampAuthorities: [
          {
            certChain: [authority.authorityPem, authority.rootPem].map((pem) => X509Certificate.parse(pem)),
            validFor: { start: new Date(0), end: new Date(4e12) },
          },
        ],
        tlogs: [],
        ctlogs: [],
        publicKey: () => ({ publicKey: createPublicKey(signer.publicKeyPem), validFor: () => true }),
      },
      { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 1 },
    );
    const verify = (text: string) =>
      verifier.verify(toSignedEntity(bundleFromJSON(JSON.parse(text) as SerializedBundle)));
    expect(verify(stamped(bundle, authority))).toHaveProperty('key');
    expect(() => verify(stamped(bundle, otherAuthority))).toThrow(/timestamp/i);
  });
});

/** An audit of one key. */
function auditOf(changed: Partial<AuditRecord>): NonNullable<EvidenceInput['audit']> {
  const text = auditText([auditRecord('a', changed)]);
  const [first = '', , , last = ''] = text.split('\n');
  return {
    file: { sha256: toHex(sha256(bytesOf(text))), bytes: bytesOf(text).length },
    header: headerSchema.parse(JSON.parse(first)),
    footer: footerSchema.parse(JSON.parse(last)).footer,
  };
}

const keyOnlyPin: SchemePin = {
  ...specified,
  origin: 'inferred',
  samples: 3,
  path: [{ hash: 'sha-256', node: 'concat', shape: 'duplicate-last', order: 'leaf-to-root' }],
  leaf: [{ hash: 'sha-256', digest: 'plain', preimage: 'key' }],
};
const keyOnlyAtoms = proveAll(keyOnly(sha256), sampleAtoms(5));
const tampered = readsOf(atoms, (_, at) => (at === 2 ? { value: 'tampered' } : {}));

/** An entry of the root ledger, with a root of its own. */
function sighting(askedAt: number, treeSize: string): string {
  const rootHash = String(askedAt).repeat(64);
  return JSON.stringify({ kind: 'root', at: askedAt + 1, askedAt, rootHash, treeSize, path: 'pass' });
}

function forged(input: EvidenceInput, lie: (statement: EvidenceStatement) => void): string {
  const statement = structuredClone(statementOf(input));
  lie(statement);
  return sealStatement(statement, signer);
}

describe('the Python script comes to the same verdict, and exits alike', () => {
  const named = ['--key', signer.fingerprint];
  it.each<[string, string, readonly string[], number]>([
    ['with the key', bundleOf(whole, signer), named, 0],
    ['with the key as a file', bundleOf(whole, signer), ['--key', 'signer.pem'], 0],
    ['with the right root', bundleOf(whole, signer), [...named, '--root', atoms[0]?.proof.rootHash ?? ''], 0],
    ['without a key', bundleOf(whole, signer), [], 3],
    ['with another key', bundleOf(whole, signer), ['--key', other.fingerprint], 1],
    ['with another root', bundleOf(whole, signer), [...named, '--root', 'ab'.repeat(32)], 1],
    ['with a value that was tampered with', bundleOf(inputOf(tampered), signer), named, 1],
    ['without values', bundleOf(inputOf(reads, { withValues: false }), signer), named, 3],
    [
      'of leaves that cover only the key',
      bundleOf(inputOf(readsOf(keyOnlyAtoms, undefined, keyOnlyPin)), signer),
      named,
      3,
    ],
    ['without known rules', bundleOf(inputOf(readsOf(atoms, undefined, null)), signer), named, 3],
    [
      'by rules that the proofs do not follow',
      bundleOf(
        inputOf(
          readsOf(atoms, undefined, {
            ...specified,
            path: specified.path.map((rule) => ({ ...rule, hash: 'sha-512' })),
            leaf: [],
          }),
        ),
        signer,
      ),
      named,
      1,
    ],
    ['without a proof', bundleOf(inputOf(readsOf(atoms, () => ({ proof: null }))), signer), named, 3],
    [
      'with a malformed proof',
      bundleOf(inputOf(readsOf(atoms, () => ({ proof: { leafHash: 'x' } }))), signer),
      named,
      1,
    ],
    [
      'with text that is not Unicode',
      bundleOf(inputOf(readsOf(atoms, () => ({ value: 'half \ud800' }))), signer),
      named,
      3,
    ],
    [
      'with nothing but missing keys',
      bundleOf(inputOf([], { missing: [{ key: 'k', requestId: 'r', at: 0 }] }), signer),
      named,
      3,
    ],
    [
      'with a contradiction',
      bundleOf(
        inputOf([], {
          ledger: whole.ledger,
          contradictions: [{ code: 'shrinking', words: 'The tree shrank.', entries: [0, 1] }],
        }),
        signer,
      ),
      named,
      1,
    ],
    ['of an audit that was green', bundleOf(inputOf([], { audit: auditOf({}) }), signer), named, 3],
    [
      'of an audit with a failure',
      bundleOf(inputOf(tampered, { audit: auditOf({ outcome: 'red' }) }), signer),
      named,
      1,
    ],
    [
      'of an audit that contradicts an expected list',
      bundleOf(inputOf([], { audit: auditOf({ unmet: ['value'] }) }), signer),
      named,
      1,
    ],
    [
      'of an audit with another digest',
      forged(inputOf([], { audit: auditOf({}) }), ({ subject }) =>
        Object.assign(subject[0] ?? {}, { digest: { sha256: '00'.repeat(32) } }),
      ),
      named,
      1,
    ],
    [
      'with a contradiction that does not follow from its entries',
      bundleOf(
        inputOf(reads, {
          ledger: ledgerOf([sighting(1, '7'), sighting(3, '8')], signer),
          contradictions: [{ code: 'shrinking', words: 'The tree shrank.', entries: [0, 1] }],
        }),
        signer,
      ),
      named,
      1,
    ],
    [
      'with a contradiction that was not recorded',
      bundleOf(inputOf(reads, { ledger: ledgerOf([sighting(1, '7'), sighting(3, '6')], signer) }), signer),
      named,
      3,
    ],
    [
      'with a tree that grew',
      bundleOf(inputOf(reads, { ledger: ledgerOf([sighting(1, '6'), sighting(3, '7')], signer) }), signer),
      named,
      0,
    ],
    [
      'with a ledger of another key',
      bundleOf(inputOf(reads, { ledger: ledgerOf(['a'], other) }), signer),
      named,
      3,
    ],
    [
      'with a raw response that differs',
      bundleOf(inputOf(reads, { rawResponses: [rawResponseOf(tampered)] }), signer),
      named,
      1,
    ],
    [
      'with a verdict that was recorded wrongly',
      forged(inputOf(tampered), ({ predicate }) => {
        const [good, , bad] = predicate.reads;
        if (good !== undefined && bad !== undefined) bad.verdict = good.verdict;
      }),
      named,
      1,
    ],
    [
      'with another digest',
      forged(inputOf(reads), ({ subject }) =>
        Object.assign(subject[0] ?? {}, { digest: { sha256: '00'.repeat(32) } }),
      ),
      named,
      1,
    ],
    [
      'with an altered path',
      bundleOf(
        inputOf(
          readsOf(atoms, ({ proof }, at) =>
            at === 1 && typeof proof === 'object' && proof !== null
              ? { proof: { ...proof, rootHash: flipBit(atoms[0]?.proof.rootHash ?? '', 5) } }
              : {},
          ),
        ),
        signer,
      ),
      named,
      1,
    ],
  ])('%s', async (_, bundle, args, code) => {
    const file = await write(bundle);
    const inFolder = args.map((arg) => (arg.endsWith('.pem') ? path.join(folder, arg) : arg));
    const ours = await runOurs(file, ...inFolder);
    const theirs = await runPython(file, ...inFolder);
    expect(theirs).toMatchObject({ code, error: '' });
    expect(ours.code).toBe(code);
    expect(theirs.out).toContain(lastLineOf(ours.status));
  });

  it.each<[string, () => string, readonly string[], number]>([
    [
      'of a trusted authority',
      () => stamped(bundleOf(whole, signer), authority),
      ['--tsa-cert', 'tsa.pem'],
      0,
    ],
    ['of an authority that nobody named', () => stamped(bundleOf(whole, signer), authority), [], 3],
    [
      'of another authority',
      () => stamped(bundleOf(whole, signer), otherAuthority),
      ['--tsa-cert', 'tsa.pem'],
      3,
    ],
    [
      'about something else',
      () => stamped(bundleOf(whole, signer), authority, randomBytes(64)),
      ['--tsa-cert', 'tsa.pem'],
      1,
    ],
    [
      'that was altered',
      () =>
        stamped(bundleOf(whole, signer), authority).replace(
          /(signedTimestamp":".{700})(.)/,
          (_, start: string, one: string) => `${start}${one === 'A' ? 'B' : 'A'}`,
        ),
      [],
      1,
    ],
    [
      'that is none',
      () => stamped(bundleOf(whole, signer), authority).replace(/(signedTimestamp":")[^"]*/, '$1AAAA'),
      [],
      1,
    ],
  ])('with a timestamp %s', async (_, make, args, code) => {
    const file = await write(make());
    const inFolder = [...named, ...args.map((arg) => (arg.endsWith('.pem') ? path.join(folder, arg) : arg))];
    const ours = await runOurs(file, ...inFolder);
    const theirs = await runPython(file, ...inFolder);
    expect(theirs).toMatchObject({ code, error: '' });
    expect(ours.code).toBe(code);
    expect(theirs.out).toContain(lastLineOf(ours.status));
  });

  it('and refuses a key under which one signature fits every message (E5)', async () => {
    const publicKey = new Uint8Array(32);
    publicKey[0] = 1;
    const signature = new Uint8Array(64);
    signature[0] = 1;
    const file = await write(bundleOf(whole, { publicKey, sign: () => signature }));
    const args = ['--key', fingerprintOf(publicKey)];
    expect(await runPython(file, ...args)).toMatchObject({ code: 2, out: '' });
    expect((await runOurs(file, ...args)).code).toBe(2);
  });

  it.each<[string, (bundle: string) => string]>([
    ['two signatures', (text) => text.replace(/"signatures":\[(.*?)\]/, '"signatures":[$1,$1]')],
    ['another payload type', (text) => text.replace('vnd.in-toto', 'vnd.other')],
    ['spaces', (text) => text.replace(',', ', ')],
    ['nothing in it', () => '{}'],
    ['a property twice', (text) => text.replace('"payloadType"', '"payload":"","payloadType"')],
    ['no JSON', (text) => text.slice(0, 100)],
  ])('and refuses a bundle with %s', async (_, change) => {
    const file = await write(change(bundleOf(whole, signer)));
    expect(await runPython(file)).toMatchObject({ code: 2, out: '' });
    expect((await runOurs(file)).code).toBe(2);
  });

  it('and says so where it cannot check, rather than guess', async () => {
    const keccak: ReferenceHash = (...parts) =>
      keccak_256(Buffer.concat(parts.map((part) => Buffer.from(part))));
    const pin: SchemePin = {
      ...specified,
      path: specified.path.map((rule) => ({ ...rule, hash: 'keccak-256' })),
      leaf: specified.leaf.map((rule) => ({ ...rule, hash: 'keccak-256' })),
    };
    const proven = proveAll(embeddedLike(keccak), sampleAtoms(3));
    const file = await write(bundleOf(inputOf(readsOf(proven, undefined, pin)), signer));
    expect((await runOurs(file, ...named)).code).toBe(0);
    const { code, out } = await runPython(file, ...named);
    expect(code).toBe(3);
    expect(out).toContain('This script has no keccak-256.');
  });

  it('and finds an altered payload', async () => {
    const text = bundleOf(whole, signer);
    const at = text.indexOf('"payload":"') + 400;
    const file = await write(
      `${text.slice(0, at)}${text.charAt(at) === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`,
    );
    const { code, out } = await runPython(file);
    expect(code).toBe(1);
    expect(out).not.toContain('v1.fact');
    expect((await runOurs(file)).code).toBe(1);
  });

  it.skipIf(process.platform !== 'linux')(
    'and exits with 1 only if a check failed, and not if its output is lost',
    async () => {
      const good = await write(bundleOf(inputOf(readsOf(provenAtoms(1))), signer));
      const [green, red] = [named, ['--key', other.fingerprint]];
      const full = await open('/dev/full', 'w');
      const codes = [green, red].map(
        (args) =>
          spawnSync('python3', [verifyScript, good, ...args], { stdio: ['ignore', full.fd, 'ignore'] })
            .status,
      );
      await full.close();
      expect(codes).toEqual([2, 1]);
    },
  );
});
