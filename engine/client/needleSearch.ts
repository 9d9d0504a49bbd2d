/** Needles of this many bytes are searched for together. */
const leastTogether = 16;
/** Bytes that are compared at once. */
const width = 4;

/**
 * Whether bytes contain any of the needles. Long ones are searched for in one pass, which looks only at as many places as it
 * takes to meet each of them: one search for each, of a text that is mostly hashes, would take longer the more hex is in them.
 */
export function createNeedleSearch(needles: readonly Buffer[]): (bytes: Buffer) => boolean {
  const long = needles.filter(({ length }) => length >= leastTogether);
  const short = needles.filter(({ length }) => length < leastTogether);
  const shortest = Math.min(...long.map(({ length }) => length));
  const longest = Math.max(...long.map(({ length }) => length));
  const step = shortest - width + 1;
  const pairs = new Uint8Array(0x1_00_00);
  const quads = new Set<number>();
  for (const needle of long) {
    for (let at = 0; at + width <= needle.length; at += 1) {
      pairs[needle.readUInt16LE(at)] = 1;
      quads.add(needle.readUInt32LE(at));
    }
  }

  const hasLong = (bytes: Buffer): boolean => {
    for (let at = 0; at + width <= bytes.length; at += step) {
      if (pairs[(bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)] === 0) continue;
      if (!quads.has(bytes.readUInt32LE(at))) continue;
      const around = bytes.subarray(Math.max(0, at - longest), at + longest);
      if (long.some((needle) => around.includes(needle))) return true;
    }
    return false;
  };
  return (bytes) => short.some((needle) => bytes.includes(needle)) || (long.length > 0 && hasLong(bytes));
}
