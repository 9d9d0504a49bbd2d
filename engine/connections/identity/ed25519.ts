import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto';
import { z } from 'zod';
import { spkiOfKey } from './isSignedBy.ts';

export { isSignedBy } from './isSignedBy.ts';

/** Bytes of a raw public key (RFC 8032); it is the end of its DER. */
const publicKeyBytes = 32;

/** Signs as one key. The private key stays inside. */
export interface Signer {
  /** Raw, 32 bytes. */
  readonly publicKey: Uint8Array;
  /** SHA-256 of the SPKI DER, lowercase hex, so that openssl shows the same. */
  readonly fingerprint: string;
  /** Ed25519 (RFC 8032), 64 bytes. */
  readonly sign: (message: Uint8Array) => Uint8Array;
}

export function newPrivateKey(): KeyObject {
  return generateKeyPairSync('ed25519').privateKey;
}

/** PKCS#8 DER as base64, as the keychain keeps it. */
export function privateKeyText(key: KeyObject): string {
  return key.export({ format: 'der', type: 'pkcs8' }).toString('base64');
}

/** null if the text is not the PKCS#8 of an Ed25519 key. */
export function readPrivateKey(text: string): KeyObject | null {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

export function signerOf(privateKey: KeyObject): Signer {
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const publicKey = new Uint8Array(spki.subarray(-publicKeyBytes));
  return {
    publicKey,
    fingerprint: fingerprintOf(publicKey),
    sign: (message) => new Uint8Array(sign(null, message, privateKey)),
  };
}

/** @param publicKey raw, 32 bytes */
export function fingerprintOf(publicKey: Uint8Array): string {
  return createHash('sha256').update(spkiOfKey(publicKey)).digest('hex');
}

/** `-----BEGIN PUBLIC KEY-----`, as openssl reads it. @param publicKey raw, 32 bytes */
export function publicKeyPem(publicKey: Uint8Array): string {
  const key = createPublicKey({ key: spkiOfKey(publicKey), format: 'der', type: 'spki' });
  return key.export({ format: 'pem', type: 'spki' }).toString();
}

/** A raw public key as files have it: base64. */
export const savedPublicKey = z.string().regex(/^[A-Za-z0-9+/]{43}=$/);

/** @param publicKey raw, 32 bytes */
export function publicKeyText(publicKey: Uint8Array): string {
  return Buffer.from(publicKey).toString('base64');
}
