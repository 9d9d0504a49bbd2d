export type Base64Fault =
  /** A character outside both alphabets, or characters of both in one text. */
  | 'alphabet'
  /** The length or the padding does not match any whole number of bytes. */
  | 'length'
  /** The last character has bits that belong to no byte, so several texts would decode to the same bytes. */
  | 'trailing-bits';

export type Base64Reading =
  { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly fault: Base64Fault };

const common = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const values: ReadonlyMap<string, number> = new Map(
  [...`${common}+/`, ...'-_'].map((character, at) => [character, at < 64 ? at : at - 2]),
);

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
  for (const character of bare) {
    held = ((held & 63) << 6) | (values.get(character) ?? 0);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[used] = (held >> bits) & 255;
    used += 1;
  }
  if ((held & ((1 << bits) - 1)) !== 0) return { ok: false, fault: 'trailing-bits' };
  return { ok: true, bytes };
}

const standard = `${common}+/`;

/** Base64 with padding (RFC 4648 section 4). */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const left = Math.min(3, bytes.length - at);
    const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    for (let place = 0; place < 4; place += 1)
      text += place <= left ? standard.charAt((three >> (18 - 6 * place)) & 63) : '=';
  }
  return text;
}
