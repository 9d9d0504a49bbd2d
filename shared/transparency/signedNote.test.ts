import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkpointText, parseCheckpoint } from './checkpoint.ts';
import {
  isKeyName,
  noteKeyId,
  parseSignedNote,
  parseVerifierKey,
  signNote,
  verifierKeyText,
  verifyNote,
  type NoteSigner,
  type VerifyEd25519,
} from './signedNote.ts';
import { parseTlogProof } from './testing/parseTlogProof.ts';
import { tlogProofText } from './tlogProof.ts';
import { toBase64 } from '../merkle/base64.ts';

const spkiStart = Buffer.from('302a300506032b6570032100', 'hex');
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex');

const verifyEd25519: VerifyEd25519 = (publicKey, message, signature) =>
  verify(
    null,
    message,
    createPublicKey({ key: Buffer.concat([spkiStart, publicKey]), format: 'der', type: 'spki' }),
    signature,
  );

function signerOf(name: string, seed: number): NoteSigner {
  const key: KeyObject = createPrivateKey({
    key: Buffer.concat([pkcs8Start, Buffer.alloc(32, seed)]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return { name, publicKey: spki.subarray(-32), sign: (message) => sign(null, message, key) };
}

/** The example of Go's package `note`. */
const neumann = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const example = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;

const first = signerOf('example.com/first', 1);
const second = signerOf('example.com/second', 2);

const read = (note: string) => {
  const parsed = parseSignedNote(note);
  if (parsed === null) throw new Error('Not a note.');
  return parsed;
};

describe('a verifier key', () => {
  it('is read and written as other tools write it', () => {
    const key = parseVerifierKey(neumann);
    expect(key?.name).toBe('PeterNeumann');
    expect(key && verifierKeyText(key)).toBe(neumann);
    expect(key && noteKeyId(key)).toBe('c74f20a3');
  });

  it.each([
    ['another key ID', neumann.replace('c74f20a3', 'c74f20a4')],
    ['another name', neumann.replace('Peter', 'Paul')],
    ['another algorithm', neumann.replace('+AR', '+BR')],
    ['a key that is too short', neumann.slice(0, -4)],
    ['a name with a space', neumann.replace('Peter', 'Peter ')],
    ['nothing', ''],
  ])('is refused with %s', (_, text) => {
    expect(parseVerifierKey(text)).toBeNull();
  });
});

describe('a signed note', () => {
  it('of another tool is verified', () => {
    const key = parseVerifierKey(neumann);
    expect(key && verifyNote(read(example), [first, key], verifyEd25519)).toEqual({
      ok: true,
      signedBy: [key],
    });
  });

  it('lists who signed it, and ignores keys that are not known', () => {
    const note = read(signNote('One\n\nTwo\n', first, second));
    expect(note.text).toBe('One\n\nTwo\n');
    expect(note.signatures.map(({ name }) => name)).toEqual([first.name, second.name]);
    expect(verifyNote(note, [second], verifyEd25519)).toEqual({ ok: true, signedBy: [second] });
    expect(verifyNote(note, [first, second], verifyEd25519)).toMatchObject({ signedBy: [first, second] });
    expect(verifyNote(note, [signerOf(first.name, 3)], verifyEd25519)).toEqual({
      ok: false,
      reason: 'unknown-keys',
    });
  });

  it('is refused if one signature of a known key is wrong, even beside a good one', () => {
    const note = signNote('One\n', first, second);
    const [, , good = '', bad = ''] = note.split('\n');
    const swapped = `One\n\n${good}\n${bad.slice(0, 40)}AAAA${bad.slice(44)}\n`;
    expect(verifyNote(read(swapped), [first, second], verifyEd25519)).toEqual({
      ok: false,
      reason: 'bad-signature',
    });
  });

  it('is refused when any of its bytes is altered', () => {
    const bytes = Buffer.from(signNote('One\nänother\n', first));
    const accepted: number[] = [];
    for (let at = 0; at < bytes.length; at += 1)
      for (const flipped of [0x01, 0x20, 0x80]) {
        const copy = Buffer.from(bytes);
        copy[at] = (copy[at] ?? 0) ^ flipped;
        const note = parseSignedNote(copy.toString('utf8'));
        if (note !== null && verifyNote(note, [first], verifyEd25519).ok) accepted.push(at);
      }
    expect(accepted).toEqual([]);
  });

  it.each([
    ['has no signature', 'One\n\n'],
    ['has no empty line', 'One\n— a AAAAAAA=\n'],
    ['does not end with a line break', example.slice(0, -1)],
    ['has a control character', example.replace('think', 'th\tink')],
    ['has a carriage return', example.replaceAll('\n', '\r\n')],
    ['has an incomplete character', example.replace('think', 'th\ud800ink')],
    ['has a hyphen for the dash', example.replace('—', '-')],
    ['has two spaces', example.replace('— ', '—  ')],
    ['has base64 of the wrong alphabet', example.replace('go/Z', 'go_Z')],
    ['has base64 without its padding', example.replace('M=', 'M')],
    ['has trailing bits', example.replace('AM=', 'AN=')],
    ['has nothing but a key ID', 'One\n\n— a AAAAAA==\n'],
    ['has text after the signatures', `${example}more\n`],
    ['has too many signatures', `One\n\n${'— a AAAAAAA=\n'.repeat(101)}`],
    ['has a key name with a plus sign', 'One\n\n— a+b AAAAAAA=\n'],
  ])('is not read if it %s', (_, note) => {
    expect(parseSignedNote(note)).toBeNull();
  });

  it('can have 16 signatures', () => {
    expect(parseSignedNote(`One\n\n${'— a AAAAAAA=\n'.repeat(16)}`)?.signatures).toHaveLength(16);
  });

  it('is not made of text or names that could not be read again', () => {
    expect(() => signNote('One', first)).toThrow(RangeError);
    expect(() => signNote('One\u0007\n', first)).toThrow(RangeError);
    expect(() => signNote('One\n', { ...first, name: 'a b' })).toThrow(RangeError);
    expect(['', 'a b', 'a+b', 'a\u2003b', 'a\n'].map(isKeyName)).toEqual(Array(5).fill(false));
  });

  it('is read back as it was signed, whatever its text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const clean = `${text.replaceAll(/\p{Cc}|\p{Surrogate}/gu, '')}\n`;
        expect(read(signNote(clean, first)).text).toBe(clean);
      }),
    );
  });
});

describe('a checkpoint', () => {
  const text = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';

  it('is read and written as in the specification', () => {
    const checkpoint = parseCheckpoint(text);
    expect(checkpoint).toMatchObject({
      origin: 'example.com/behind-the-sofa',
      size: 20852163n,
      extensions: [],
    });
    expect(checkpoint && checkpointText(checkpoint)).toBe(text);
    expect(parseCheckpoint(`${text}more\n`)?.extensions).toEqual(['more']);
  });

  it.each([
    ['a size with a leading zero', text.replace('2085', '02085')],
    ['a negative size', text.replace('2085', '-2085')],
    ['a root that is too short', text.replace('CsUY', '')],
    ['an empty origin', text.replace('example.com/behind-the-sofa', '')],
    ['an empty line', `${text}\n`],
    ['two lines', text.split('\n').slice(0, 2).join('\n')],
    ['no final line break', text.slice(0, -1)],
  ])('is not read with %s', (_, altered) => {
    expect(parseCheckpoint(altered)).toBeNull();
  });
});

describe('a proof of a log entry', () => {
  const node = new Uint8Array(32).fill(7);
  const proof = { extra: null, index: 4n, proof: [node, node], checkpoint: example };

  it('is written as in the specification, and read back', () => {
    expect(tlogProofText(proof)).toBe(
      `c2sp.org/tlog-proof@v1\nindex 4\n${toBase64(node)}\n${toBase64(node)}\n\n${example}`,
    );
    for (const one of [proof, { ...proof, extra: Uint8Array.of(1, 2) }, { ...proof, proof: [], index: 0n }])
      expect(parseTlogProof(tlogProofText(one))).toEqual(one);
  });

  it.each([
    ['another version', tlogProofText(proof).replace('@v1', '@v2')],
    ['no index', tlogProofText(proof).replace('index 4\n', '')],
    ['an index with a leading zero', tlogProofText(proof).replace('index 4', 'index 04')],
    ['a hash that is too short', tlogProofText(proof).replace('BwcH', '')],
    ['empty extra data', tlogProofText(proof).replace('index', 'extra \nindex')],
    ['too many hashes', tlogProofText({ ...proof, proof: Array(65).fill(node) })],
    ['no checkpoint', 'c2sp.org/tlog-proof@v1\nindex 4\n'],
  ])('is not read with %s', (_, text) => {
    expect(parseTlogProof(text)).toBeNull();
  });
});
