/** Bytes per row, in two groups; 8 if there is not enough room. */
export type BytesInRow = 8 | 16;

/** Larger values are cut off in this view: browsers cannot scroll a list of more rows. */
export const mostHexBytes = 12 * 1024 * 1024;

export interface HexRow {
  /** In hex, at least eight digits. */
  readonly offset: string;
  /** Two digits each; the second group may be shorter or empty. */
  readonly groups: readonly [string, string];
  /** The bytes as ASCII, with a dot for anything not printable. */
  readonly characters: string;
}

export function hexRow(bytes: Uint8Array, row: number, bytesInRow: BytesInRow): HexRow {
  const start = row * bytesInRow;
  const digits = Array.from(bytes.subarray(start, start + bytesInRow), (byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  const half = bytesInRow / 2;
  return {
    offset: start.toString(16).padStart(8, '0'),
    groups: [digits.slice(0, half).join(' '), digits.slice(half).join(' ')],
    characters: Array.from(bytes.subarray(start, start + bytesInRow), (byte) =>
      byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·',
    ).join(''),
  };
}

export function hexRowCount(bytes: Uint8Array, bytesInRow: BytesInRow): number {
  return Math.ceil(bytes.length / bytesInRow);
}
