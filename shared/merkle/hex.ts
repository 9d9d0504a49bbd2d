const digits = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));
/** Digits that are turned into text at once. */
const room = new Uint8Array(256);
const fromCodes = String.fromCharCode as (...codes: unknown[]) => string;

/** Lowercase hex, two digits per byte, no prefix. */
export function toHex(bytes: Uint8Array): string {
  if (2 * bytes.length > room.length)
    return toHex(bytes.subarray(0, room.length / 2)) + toHex(bytes.subarray(room.length / 2));
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    room[2 * at] = digits[byte >> 4] ?? 0;
    room[2 * at + 1] = digits[byte & 15] ?? 0;
  }
  return fromCodes.apply(null, room.subarray(0, 2 * bytes.length) as unknown as unknown[]);
}

let lastBytes: Uint8Array | null = null;
let lastText = '';

/** The same for hashes that are asked for many times in a row, such as the root of all proofs of a response. */
export function sharedHex(bytes: Uint8Array): string {
  if (bytes !== lastBytes) {
    lastText = toHex(bytes);
    lastBytes = bytes;
  }
  return lastText;
}

/** Value of each digit by its character code; 255 for anything but a digit. */
const digitValues = new Uint8Array(256).fill(255);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  digitValues[digit.charCodeAt(0)] = value;
  digitValues[digit.toUpperCase().charCodeAt(0)] = value;
}

/**
 * Bytes of a hex string in any case, with or without `0x`; null if anything else is in it, or half a byte.
 * Node's `Buffer.from(text, 'hex')` would stop silently at the first such character.
 */
export function fromHex(text: string): Uint8Array | null {
  const start = text.startsWith('0x') || text.startsWith('0X') ? 2 : 0;
  if ((text.length - start) % 2 !== 0) return null;
  const bytes = new Uint8Array((text.length - start) / 2);
  return readHexInto(bytes, 0, text, start) ? bytes : null;
}

/** Writes the bytes of a text that has nothing but hex digits from `start`; false if it has anything else. */
export function readHexInto(bytes: Uint8Array, at: number, text: string, start = 0): boolean {
  let to = at;
  // Any non-digit sets a bit above the lowest four, so one test at the end is enough.
  let seen = 0;
  for (let digit = start; digit + 1 < text.length; digit += 2) {
    const high = text.charCodeAt(digit);
    const low = text.charCodeAt(digit + 1);
    const highValue = digitValues[high & 255] ?? 255;
    const lowValue = digitValues[low & 255] ?? 255;
    seen |= highValue | lowValue | ((high | low) & 0xff00);
    bytes[to] = (highValue << 4) | lowValue;
    to += 1;
  }
  return seen <= 15;
}

/** Hashes are compared as bytes: the case of hex digits and a `0x` never matter. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}
