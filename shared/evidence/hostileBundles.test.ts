import { describe, expect, it } from 'vitest';
import { evidenceRefusalWords } from '../text/evidenceWords.ts';
import { toBase64 } from '../merkle/base64.ts';
import { preAuthEncoding, spkiOf } from './envelope.ts';
import type { Json } from '../domain/json.ts';
import { payloadType, statementText } from './statement.ts';
import {
  bytesOf,
  inputOf,
  provenAtoms,
  readsOf,
  statementOf,
  testSigner,
  verifyEd25519,
} from './testing/sampleEvidence.ts';
import { verifyEvidence } from './verifyEvidence.ts';

const signer = testSigner('01');
const statement = statementText(statementOf(inputOf(readsOf(provenAtoms(3)))) as unknown as Json);

interface Envelope {
  readonly payloadType?: string;
  readonly mediaType?: string;
  readonly signatures?: (signature: { readonly sig: string; readonly keyid: string }) => readonly unknown[];
  readonly more?: Readonly<Record<string, unknown>>;
}

/** A bundle around any payload, validly signed: whoever attacks has a key, too. */
function bundleAround(payload: string, envelope: Envelope = {}): Uint8Array {
  const type = envelope.payloadType ?? payloadType;
  const bytes = bytesOf(payload);
  const signature = {
    sig: toBase64(signer.sign(preAuthEncoding(type, bytes))),
    keyid: signer.fingerprint,
  };
  const bundle = {
    mediaType: envelope.mediaType ?? 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: {
      publicKey: { hint: toBase64(spkiOf(signer.publicKey)) },
      tlogEntries: [],
      timestampVerificationData: { rfc3161Timestamps: [] },
    },
    dsseEnvelope: {
      payload: Buffer.from(bytes).toString('base64'),
      payloadType: type,
      signatures: envelope.signatures?.(signature) ?? [signature],
    },
    ...envelope.more,
  };
  return bytesOf(`${JSON.stringify(bundle)}\n`);
}

/** The sentence with which a bundle is refused, and how long that took in milliseconds. */
function refusalOf(bytes: Uint8Array): { readonly words: string; readonly took: number } {
  const before = performance.now();
  const reading = verifyEvidence(bytes, { verifySignature: verifyEd25519, trustedKeys: [] });
  const took = performance.now() - before;
  if (reading.ok) throw new Error(`This was read as ${reading.evidence.status}.`);
  return { words: evidenceRefusalWords(reading.refusal), took };
}

/** The statement with part of its JSON replaced. */
function changed(from: string | RegExp, to: string): string {
  const text = statement.replace(from, () => to);
  if (text === statement) throw new Error(`${String(from)} is not in the statement.`);
  return text;
}

describe('a hostile bundle is refused with a sentence', () => {
  it.each<[string, Uint8Array, string]>([
    [
      'of another payload type',
      bundleAround(statement, { payloadType: 'application/vnd.docker+json' }),
      'The signed contents have the type “application/vnd.docker+json”. An evidence bundle contains an in-toto statement.',
    ],
    [
      'of another predicate type',
      bundleAround(changed(/"predicateType":"[^"]*"/, '"predicateType":"https://slsa.dev/provenance/v1"')),
      'The signed statement is of the type “https://slsa.dev/provenance/v1”. It is not evidence from Atom Explorer, or it was made by a newer version.',
    ],
    [
      'of another statement type',
      bundleAround(changed('in-toto.io/Statement/v1', 'in-toto.io/Statement/v0.1')),
      'The signed contents have the type “https://in-toto.io/Statement/v0.1”, which is not an in-toto statement of version 1.',
    ],
    [
      'of another version of the format',
      bundleAround(statement, { mediaType: 'application/vnd.dev.sigstore.bundle.v0.4+json' }),
      'The bundle has the type “application/vnd.dev.sigstore.bundle.v0.4+json”. Only Sigstore bundles of version 0.3 can be read.',
    ],
    [
      'with two signatures',
      bundleAround(statement, { signatures: (one) => [one, one] }),
      'The bundle has 2 signatures. An evidence bundle has exactly one, so that there is no doubt about who signed what.',
    ],
    [
      'without a signature',
      bundleAround(statement, { signatures: () => [] }),
      'The bundle has 0 signatures. An evidence bundle has exactly one, so that there is no doubt about who signed what.',
    ],
    [
      'with another key ID',
      bundleAround(statement, { signatures: ({ sig }) => [{ sig, keyid: '00'.repeat(32) }] }),
      'The key ID in the bundle is not the fingerprint of its public key. The bundle was altered or damaged.',
    ],
    [
      'with something else in the envelope',
      bundleAround(statement, { more: { certificate: {} } }),
      'The bundle does not have the form of an evidence bundle: “certificate” is missing, unexpected, or of the wrong type.',
    ],
    [
      'with a path as the name of a subject',
      bundleAround(changed('"name":"v1.fact.n0"', '"name":"../../etc/passwd"')),
      'The signed statement does not have the form of evidence: “subject[0].name” (not a key in percent-encoding).',
    ],
    [
      'with a path that leads upwards',
      bundleAround(
        changed(
          '"rawResponses":[]',
          '"rawResponses":[{"at":"2026-11-20T12:00:00.000Z","body":{"text":""},"elapsedMs":1,"method":"GET","path":"/../admin","requestId":"r","status":200}]',
        ),
      ),
      'The signed statement does not have the form of evidence: “predicate.rawResponses[0].path” (a path that leads upwards).',
    ],
    [
      'with a huge integer',
      bundleAround(changed('"treeSize":3', '"treeSize":123456789012345678901234567890')),
      expect.stringMatching(
        /^The signed statement is not written the way Atom Explorer writes it: character [\d,]+ differs\. Duplicate names, rounded numbers, or other spellings let programs read it in different ways\.$/,
      ) as string,
    ],
    [
      'with a name that occurs twice',
      bundleAround(changed('"requested":3', '"requested":3,"requested":4')),
      expect.stringContaining('Duplicate names') as string,
    ],
    [
      'with the name of a prototype',
      bundleAround(changed('"scope":{', '"scope":{"__proto__":{"isAdmin":true},')),
      'The signed statement does not have the form of evidence: “predicate.scope” (Unrecognized key: "__proto__").',
    ],
    [
      'with the name of a constructor instead of a list',
      bundleAround(changed('"contradictions":[]', '"constructor":[]')),
      expect.stringContaining('predicate') as string,
    ],
    [
      'with half of a surrogate pair',
      bundleAround(changed('"name":"Team memory"', '"name":"Team \\ud800"')),
      expect.stringContaining('half of a surrogate pair') as string,
    ],
    [
      'with a scheme that is not there',
      bundleAround(changed('"scheme":0', '"scheme":7')),
      'The signed statement does not have the form of evidence: “predicate.reads[0].scheme” (there are only 1 schemes).',
    ],
    ['that is not JSON', bundleAround('{"_type"'), 'The signed statement is not valid JSON.'],
    [
      'that is no bundle',
      bytesOf('{"dsseEnvelope":{}}\n'),
      'This is not a Sigstore bundle. Evidence bundles end in .sigstore.json.',
    ],
    ['that is not UTF-8', Uint8Array.of(0xff, 0xfe, 0x7b), 'The bundle is not valid UTF-8.'],
    ['that is empty', new Uint8Array(), 'The bundle is not valid JSON.'],
    [
      'that was reformatted',
      bytesOf(JSON.stringify(JSON.parse(new TextDecoder().decode(bundleAround(statement))), null, 2)),
      expect.stringContaining('another program reformatted it') as string,
    ],
  ])('%s', (_, bytes, words) => {
    expect(refusalOf(bytes).words).toEqual(words);
  });

  it.each<[string, () => string, RegExp]>([
    [
      '10 million reads',
      () => changed(/"reads":\[/, `"reads":[${'{},'.repeat(10_000_000)}`),
      /^The bundle has 40 MB, more than the limit of 34 MB\.$/,
    ],
    [
      '7 million reads of two characters',
      () => changed(/"reads":\[/, `"reads":[${'{},'.repeat(7_000_000)}`),
      /^The signed statement has more than 2,000,000 values\. It was not read\.$/,
    ],
    [
      'more reads than allowed',
      () => changed(/"reads":\[/, `"reads":[${'{},'.repeat(100_000)}`),
      /^The bundle has 100,003 items in “reads”, more than the limit of 20,000\.$/,
    ],
    [
      'deep nesting',
      () => changed('"treeSize":3', `"treeSize":${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}`),
      /^The signed statement is nested more than 64 levels deep\. It was not read\.$/,
    ],
    [
      'a subject for each of 100,000 names',
      () => changed('"subject":[', `"subject":[${'{"digest":{"sha256":""},"name":"a"},'.repeat(100_000)}`),
      /^The bundle has 100,003 items in “subjects”, more than the limit of 21,001\.$/,
    ],
  ])('and quickly: with %s', (_, payload, words) => {
    const { words: said, took } = refusalOf(bundleAround(payload()));
    expect(said).toMatch(words);
    // On a busy machine. Nothing is built of what is refused.
    expect(took).toBeLessThan(10_000);
  });

  it('and quickly: larger than any bundle', () => {
    const { words, took } = refusalOf(new Uint8Array(65 * 1024 * 1024));
    expect(words).toBe('The bundle has 68 MB, more than the limit of 34 MB.');
    expect(took).toBeLessThan(1_000);
  });

  it('and quickly: with an envelope nested deeply', () => {
    const { words } = refusalOf(bytesOf(`{"mediaType":${'['.repeat(10_000_000)}`));
    expect(words).toBe('The bundle is nested more than 16 levels deep. It was not read.');
  });
});
