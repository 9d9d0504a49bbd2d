import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';

/** Bytes of a raw public key and of a signature (RFC 8032). */
const publicKeyBytes = 32;
const signatureBytes = 64;

/** The SPKI DER of an Ed25519 key without the 32 bytes of the key (RFC 8410, section 4). */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

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
  const publicKey = new Uint8Array(spki.subarray(spkiPrefix.length));
  return {
    publicKey,
    fingerprint: fingerprintOf(publicKey),
    sign: (message) => new Uint8Array(sign(null, message, privateKey)),
  };
}

/** @param publicKey raw, 32 bytes */
export function fingerprintOf(publicKey: Uint8Array): string {
  return createHash('sha256').update(spkiOf(publicKey)).digest('hex');
}

/** `-----BEGIN PUBLIC KEY-----`, as openssl reads it. @param publicKey raw, 32 bytes */
export function publicKeyPem(publicKey: Uint8Array): string {
  const key = createPublicKey({ key: spkiOf(publicKey), format: 'der', type: 'spki' });
  return key.export({ format: 'pem', type: 'spki' }).toString();
}

/** Whether this key signed exactly this message. False, never an error, for keys and signatures of other lengths. */
export function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== publicKeyBytes || signature.length !== signatureBytes) return false;
  try {
    const key = createPublicKey({ key: spkiOf(publicKey), format: 'der', type: 'spki' });
    return verify(null, message, key, signature);
  } catch {
    return false;
  }
}

function spkiOf(publicKey: Uint8Array): Buffer {
  return Buffer.concat([spkiPrefix, publicKey]);
}
