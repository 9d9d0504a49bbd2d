/** What a file is, by its first bytes. Only `plain` ones can be text. */
export type FileKind = 'plain' | 'gzip' | 'zip' | 'old-office' | 'other-archive';

const otherArchives: readonly (readonly [at: number, bytes: readonly number[]])[] = [
  // Zstandard, bzip2, xz, 7z, RAR, LZ4, tar.
  [0, [0x28, 0xb5, 0x2f, 0xfd]],
  [0, [0x42, 0x5a, 0x68]],
  [0, [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  [0, [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  [0, [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
  [0, [0x04, 0x22, 0x4d, 0x18]],
  [257, [0x75, 0x73, 0x74, 0x61, 0x72]],
];

export function fileKind(head: Buffer): FileKind {
  const has = (bytes: readonly number[], at = 0): boolean =>
    bytes.every((byte, index) => head[at + index] === byte);
  if (has([0x1f, 0x8b])) return 'gzip';
  // The start of a file in an archive, or the end of an empty archive.
  if (has([0x50, 0x4b, 0x03, 0x04]) || has([0x50, 0x4b, 0x05, 0x06])) return 'zip';
  if (has([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return 'old-office';
  // A text may start with "BZh"; a compressed file goes on with bytes that no text has.
  const found = otherArchives.find(([at, bytes]) => has(bytes, at));
  return found !== undefined && head.subarray(0, 4096).some((byte) => byte < 0x09)
    ? 'other-archive'
    : 'plain';
}
