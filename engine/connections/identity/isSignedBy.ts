import { createPublicKey, verify } from 'node:crypto';
import { isLowOrderKey } from '#shared/transparency/lowOrderKey.ts';

/** Bytes of a raw public key and of a signature (RFC 8032). */
const publicKeyBytes = 32;
const signatureBytes = 64;

/** The SPKI DER of an Ed25519 key without the 32 bytes of the key (RFC 8410, section 4). */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** The SPKI DER of a raw public key. */
export function spkiOfKey(publicKey: Uint8Array): Buffer {
  return Buffer.concat([spkiPrefix, publicKey]);
}

/**
 * Whether this key signed exactly this message. False, never an error, for keys and signatures of other lengths, and for
 * keys under which one signature fits every message.
 */
export function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== publicKeyBytes || signature.length !== signatureBytes) return false;
  if (isLowOrderKey(publicKey)) return false;
  try {
    const key = createPublicKey({ key: spkiOfKey(publicKey), format: 'der', type: 'spki' });
    return verify(null, message, key, signature);
  } catch {
    return false;
  }
}
