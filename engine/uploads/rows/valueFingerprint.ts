import { createHash } from 'node:crypto';

/**
 * 48 bits of the SHA-256 of a value, as a number: whether a value is still the one that was seen, where no version says so. Of
 * its UTF-16 units, because in UTF-8 all lone surrogates are alike.
 */
export function valueFingerprint(value: string): number {
  return createHash('sha256').update(value, 'utf16le').digest().readUIntBE(0, 6);
}
