export type Base64Fault =
  /** A character outside both alphabets, or characters of both in one text. */
  | 'alphabet'
  /** The length or the padding does not match any whole number of bytes. */
  | 'length'
  /** The last character has bits that belong to no byte, so several texts would decode to the same bytes. */
  | 'trailing-bits';

export type Base64Reading =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly fault: Base64Fault };

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Value of each character by its code. */
const values = new Uint8Array(128);
for (const [value, character] of [...alphabet].entries()) values[character.charCodeAt(0)] = value;
values['-'.charCodeAt(0)] = 62;
values['_'.charCodeAt(0)] = 63;

/** Characters that one call makes a text of. */
const pieceLength = 0x8000;
const padding = '='.charCodeAt(0);

/** Base64 with padding (RFC 4648 section 4). */
export function toBase64(bytes: Uint8Array): string {
  const codes = new Uint8Array(4 * Math.ceil(bytes.length / 3));
  let to = 0;
  for (let at = 0; at < bytes.length; at += 3) {
    const held = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    codes[to] = alphabet.charCodeAt(held >> 18);
    codes[to + 1] = alphabet.charCodeAt((held >> 12) & 63);
    codes[to + 2] = at + 1 < bytes.length ? alphabet.charCodeAt((held >> 6) & 63) : padding;
    codes[to + 3] = at + 2 < bytes.length ? alphabet.charCodeAt(held & 63) : padding;
    to += 4;
  }
  const pieces: string[] = [];
  for (let at = 0; at < codes.length; at += pieceLength)
    pieces.push(String.fromCharCode(...codes.subarray(at, at + pieceLength)));
  return pieces.join('');
}

/**
 * Bytes of base64 or base64url (RFC 4648 section 4 and 5), padded in full or not at all. Strict, so that equal
 * bytes have one text in each form: no line breaks, no mixed alphabets, no trailing bits.
 */
export function fromBase64(text: string): Base64Reading {
  const bare = text.replace(/={1,2}$/, '');
  if (/[^A-Za-z0-9+/_-]/.test(bare) || (/[+/]/.test(bare) && /[_-]/.test(bare)))
    return { ok: false, fault: 'alphabet' };
  if (bare.length % 4 === 1 || (bare.length !== text.length && text.length % 4 !== 0))
    return { ok: false, fault: 'length' };

  const bytes = new Uint8Array(Math.floor((bare.length * 3) / 4));
  let held = 0;
  let bits = 0;
  let used = 0;
  for (let at = 0; at < bare.length; at += 1) {
    held = ((held & 63) << 6) | (values[bare.charCodeAt(at)] ?? 0);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[used] = (held >> bits) & 255;
    used += 1;
  }
  if ((held & ((1 << bits) - 1)) !== 0) return { ok: false, fault: 'trailing-bits' };
  return { ok: true, bytes };
}
