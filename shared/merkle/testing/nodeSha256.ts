import { createHash } from 'node:crypto';

/** SHA-256 of some bytes and texts joined, by the platform: the engine's own hashing is what is being tested. */
export function sha256(...parts: readonly (Uint8Array | string)[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}
