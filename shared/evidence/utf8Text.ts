/** The text of UTF-8; null if the bytes are anything else. Strict: nothing is replaced, shortened or skipped. */
export function utf8Text(bytes: Uint8Array): string | null {
  const pieces: string[] = [];
  let units: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    const more =
      first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1;
    if (more === -1) return null;
    let point = more === 0 ? first : first & (0x3f >> more);
    for (let next = 1; next <= more; next += 1) {
      const byte = bytes[at + next] ?? 0;
      if (byte >> 6 !== 0b10) return null;
      point = (point << 6) | (byte & 0x3f);
    }
    const isOverlong = (more === 2 && point < 0x800) || (more === 3 && point < 0x10000);
    if (isOverlong || point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return null;
    if (point < 0x10000) units.push(point);
    else units.push(0xd800 + ((point - 0x10000) >> 10), 0xdc00 + ((point - 0x10000) & 0x3ff));
    at += 1 + more;
    if (units.length < 4_096) continue;
    pieces.push(String.fromCharCode(...units));
    units = [];
  }
  return pieces.join('') + String.fromCharCode(...units);
}
