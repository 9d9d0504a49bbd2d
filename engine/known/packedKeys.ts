/** Many keys in two arrays that can be transferred between threads without copying. */
export interface PackedKeys {
  /** UTF-16, one key after the other. */
  readonly units: Uint16Array<ArrayBuffer>;
  /** Where each key ends. */
  readonly ends: Uint32Array<ArrayBuffer>;
}

export function packKeys(keys: readonly string[]): PackedKeys {
  const units = new Uint16Array(keys.reduce((sum, key) => sum + key.length, 0));
  const ends = new Uint32Array(keys.length);
  let to = 0;
  for (const [at, key] of keys.entries()) {
    for (let unit = 0; unit < key.length; unit += 1) units[to + unit] = key.charCodeAt(unit);
    to += key.length;
    ends[at] = to;
  }
  return { units, ends };
}

export function* unpackKeys({ units, ends }: PackedKeys, atOnce: number): Generator<string[]> {
  const bytes = Buffer.from(units.buffer);
  for (let from = 0; from < ends.length; from += atOnce) {
    const chunk: string[] = [];
    for (let at = from; at < Math.min(from + atOnce, ends.length); at += 1) {
      const start = at === 0 ? 0 : (ends[at - 1] ?? 0);
      chunk.push(bytes.toString('utf16le', 2 * start, 2 * (ends[at] ?? 0)));
    }
    yield chunk;
  }
}
