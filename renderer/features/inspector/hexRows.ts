/** Bytes per row, in two groups; 8 if there is not enough room. */
export type BytesInRow = 8 | 16;

/** Larger values are cut off in this view: browsers cannot scroll a list of more rows. */
export const mostHexBytes = 12 * 1024 * 1024;

export interface HexRow {
  /** In hex, at least eight digits. */
  readonly offset: string;
  /** Two for each byte, with a gap in the middle of a row, and as long as those of a full row. */
  readonly digits: string;
  /** The bytes as ASCII, with a dot for anything not printable. */
  readonly characters: string;
}

export function hexRow(bytes: Uint8Array, row: number, bytesInRow: BytesInRow): HexRow {
  const start = row * bytesInRow;
  const shown = [...bytes.subarray(start, start + bytesInRow)];
  const digits = shown.map((byte) => byte.toString(16).padStart(2, '0'));
  const half = bytesInRow / 2;
  const firstHalf = digits
    .slice(0, half)
    .join(' ')
    .padEnd(3 * half);
  return {
    offset: start.toString(16).padStart(8, '0'),
    digits: `${firstHalf} ${digits.slice(half).join(' ')}`.padEnd(6 * half),
    characters: shown.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join(''),
  };
}

export function hexRowCount(bytes: Uint8Array, bytesInRow: BytesInRow): number {
  return Math.ceil(bytes.length / bytesInRow);
}
