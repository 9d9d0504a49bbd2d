import { expect, it } from 'vitest';
import { toBase64 } from '../merkle/base64.ts';
import { publicKeyOf, spkiOf } from '../evidence/envelope.ts';
import { testSigner } from '../evidence/testing/sampleEvidence.ts';
import { isSignedBy } from '../../engine/connections/identity/isSignedBy.ts';
import { isLowOrderKey } from './lowOrderKey.ts';
import { noteKeyId, parseVerifierKey } from './signedNote.ts';

const zeros = '00'.repeat(30);
const lowOrder = [
  `0000${zeros}`,
  `00${zeros}80`,
  `01${zeros}00`,
  `01${zeros}80`,
  `ec${'ff'.repeat(30)}7f`,
  `ec${'ff'.repeat(30)}ff`,
  `ee${'ff'.repeat(30)}7f`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
];

it.each(lowOrder)('an Ed25519 key of small order is refused everywhere (E5): %s', (hex) => {
  const publicKey = new Uint8Array(Buffer.from(hex, 'hex'));
  expect(isLowOrderKey(publicKey)).toBe(true);
  expect(publicKeyOf(spkiOf(publicKey))).toBeNull();
  const name = 'log.example';
  const verifierKey = `${name}+${noteKeyId({ name, publicKey })}+${toBase64(Uint8Array.of(1, ...publicKey))}`;
  expect(parseVerifierKey(verifierKey)).toBeNull();
});

it('a signature that fits every message under such a key is none', () => {
  const publicKey = new Uint8Array(Buffer.from(`01${zeros}00`, 'hex'));
  const signature = new Uint8Array(64).fill(0);
  signature[0] = 1;
  // The verification of older versions of Node accepts it for any text.
  for (const text of ['one', 'another'])
    expect(isSignedBy(publicKey, Buffer.from(text), signature)).toBe(false);
});

it('other keys are not', () => {
  expect(isLowOrderKey(testSigner('01').publicKey)).toBe(false);
});
