export type DecodedText =
  | { readonly ok: true; readonly text: string }
  /** `offset`: of the first byte that is not UTF-8, from 0. */
  | { readonly ok: false; readonly offset: number };

/** Decodes bytes strictly: nothing is replaced. A byte order mark at the start is removed. */
export function decodeUtf8(bytes: Uint8Array): DecodedText {
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { ok: false, offset: firstBadByte(bytes) };
  }
}

/** The offset of the first invalid UTF-8 sequence (Unicode, table 3-7); the length if there is none. */
export function firstBadByte(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return bytes.length;
}

/** 0 if none starts there. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const follows = (from: number, count: number): boolean => {
    for (let next = from; next < from + count; next += 1) {
      const byte = bytes[at + next] ?? 0;
      if (byte < 0x80 || byte > 0xbf) return false;
    }
    return true;
  };
  const second = bytes[at + 1] ?? 0;
  if (first >= 0xc2 && first <= 0xdf) return follows(1, 1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    // Neither overlong nor a surrogate.
    const least = first === 0xe0 ? 0xa0 : 0x80;
    const most = first === 0xed ? 0x9f : 0xbf;
    return second >= least && second <= most && follows(2, 1) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const least = first === 0xf0 ? 0x90 : 0x80;
    const most = first === 0xf4 ? 0x8f : 0xbf;
    return second >= least && second <= most && follows(2, 2) ? 4 : 0;
  }
  return 0;
}
