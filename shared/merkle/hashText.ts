import { fromBase64, type Base64Reading } from './base64.ts';
import { fromHex } from './hex.ts';
import type { ProofFault } from './proof.ts';
import { hashLengths } from './registry.ts';
import type { HashEncoding } from './scheme.ts';

export type HashTextReading =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly encoding: HashEncoding }
  | { readonly ok: false; readonly fault: ProofFault };

/**
 * Decodes a hash, strictly. The encoding is read off the text: hex where it has nothing but hex digits, base64 or
 * base64url otherwise. It decides nothing but the bytes, so it is not part of a scheme: hashes are compared as
 * bytes. `expectedBytes`: null if the hash function is not known. `afterBase64`: another hash of the same proof
 * was in base64, where zero bytes are written in letters that are hex digits too.
 */
export function readHashText(
  text: string,
  expectedBytes: number | null,
  afterBase64 = false,
): HashTextReading {
  const isLength = (bytes: number) =>
    expectedBytes === null ? hashLengths.includes(bytes) : bytes === expectedBytes;
  const hex = fromHex(text);
  const fitsHex = hex !== null && isLength(hex.length);
  if (fitsHex && !afterBase64) return hexReading(text, hex);
  // Last, because nearly all hashes are in hex and this takes much longer.
  const base64 = fromBase64(text);
  const fitsBase64 = base64.ok && isLength(base64.bytes.length);
  if (fitsHex && !fitsBase64) return hexReading(text, hex);
  // A hex hash of a different length is treated as hex, not as base64 that happens to look like it.
  const isOtherHex = hex !== null && hashLengths.includes(hex.length) && !afterBase64;
  if (fitsBase64 && !isOtherHex)
    return { ok: true, bytes: base64.bytes, encoding: /[_-]/.test(text) ? 'base64url' : 'base64' };
  return { ok: false, fault: faultOf(text, hex, base64, expectedBytes) };
}

function hexReading(text: string, bytes: Uint8Array): HashTextReading {
  return { ok: true, bytes, encoding: text.length > 2 * bytes.length ? '0x-hex' : 'hex' };
}

/** The fault, judged by the encoding that the text resembles most. */
function faultOf(
  text: string,
  hex: Uint8Array | null,
  base64: Base64Reading,
  expected: number | null,
): ProofFault {
  // Most hashes have 32 bytes.
  const expectedBytes = expected ?? 32;
  if (hex !== null) return { kind: 'hash-length', bytes: hex.length, expectedBytes };
  const isMarked = /[+/_=-]/.test(text);
  if (isMarked && base64.ok) return { kind: 'hash-length', bytes: base64.bytes.length, expectedBytes };
  if (isMarked && !base64.ok && base64.fault !== 'alphabet')
    return { kind: 'not-base64', fault: base64.fault };
  return { kind: 'not-hex', length: text.length };
}

/** The bytes of a hash of any length in any known encoding; null if the text is not a hash. */
export function fromHashText(text: string): Uint8Array | null {
  const reading = readHashText(text, null);
  return reading.ok ? reading.bytes : null;
}
