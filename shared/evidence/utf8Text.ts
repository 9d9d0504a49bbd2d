/** The text of UTF-8; null if the bytes are anything else. Strict: nothing is replaced, shortened, or skipped. */
export function utf8Text(bytes: Uint8Array): string | null {
  const pieces: string[] = [];
  let units: number[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = endOfAscii(bytes, at);
    if (end > at) {
      // Applied, because spreading bytes is many times slower.
      pieces.push(
        String.fromCharCode(...units) + Reflect.apply(String.fromCharCode, null, bytes.subarray(at, end)),
      );
      units = [];
      at = end;
      continue;
    }
    const read = readCharacter(bytes, at);
    if (read === null) return null;
    if (read.point < 0x10000) units.push(read.point);
    else units.push(0xd800 + ((read.point - 0x10000) >> 10), 0xdc00 + ((read.point - 0x10000) & 0x3ff));
    at += read.length;
    if (units.length < longestPiece) continue;
    pieces.push(String.fromCharCode(...units));
    units = [];
  }
  return pieces.join('') + String.fromCharCode(...units);
}

/** Well below what any engine takes as the number of arguments. */
const longestPiece = 8_192;

function endOfAscii(bytes: Uint8Array, from: number): number {
  const most = Math.min(bytes.length, from + longestPiece);
  let at = from;
  while (at < most && (bytes[at] ?? 0) < 0x80) at += 1;
  return at;
}

/** A character of two to four bytes, in its shortest form; null if there is none. */
function readCharacter(
  bytes: Uint8Array,
  at: number,
): { readonly point: number; readonly length: number } | null {
  const first = bytes[at] ?? 0;
  const more = first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1;
  if (more === -1) return null;
  let point = first & (0x3f >> more);
  for (let next = 1; next <= more; next += 1) {
    const byte = bytes[at + next] ?? 0;
    if (byte >> 6 !== 0b10) return null;
    point = (point << 6) | (byte & 0x3f);
  }
  const isOverlong = (more === 2 && point < 0x800) || (more === 3 && point < 0x10000);
  if (isOverlong || point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return null;
  return { point, length: 1 + more };
}
