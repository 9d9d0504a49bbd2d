import { publicKeyOf } from '../evidence/envelope.ts';
import { parseVerifierKey, strictBase64 } from './signedNote.ts';

/** The Ed25519 key (32 bytes) of exactly one PEM, `-----BEGIN PUBLIC KEY-----`; null for anything else. */
function publicKeyOfPem(pem: string): Uint8Array | null {
  const body = /^\s*-----BEGIN PUBLIC KEY-----([^-]*)-----END PUBLIC KEY-----\s*$/.exec(pem)?.[1];
  const spki = body === undefined ? null : strictBase64(body.replaceAll(/\s/g, ''));
  return spki === null ? null : publicKeyOf(spki);
}

/** The Ed25519 key (32 bytes) of a PEM or of a verifier key, `name+id+key`; null for anything else. */
export function publicKeyOfText(text: string): Uint8Array | null {
  return publicKeyOfPem(text) ?? parseVerifierKey(text.trim())?.publicKey ?? null;
}
