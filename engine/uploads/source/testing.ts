import type { SourceFile } from './recordSource.ts';

/** A file with this content, read in pieces with these sizes in rotation. */
export function fileOf(
  name: string,
  content: string | Uint8Array,
  pieceSizes: readonly number[] = [1_000_000],
): SourceFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    name,
    bytes: bytes.length,
    readAt: (from, most) => Promise.resolve(Buffer.from(bytes.subarray(from, from + most))),
    async *open() {
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = pieceSizes[turn % pieceSizes.length] ?? bytes.length;
        yield await Promise.resolve(bytes.subarray(at, at + size));
        at += size;
      }
    },
  };
}

/** For a file that is only read from its beginning. */
export function notRead(): Promise<Buffer> {
  return Promise.reject(new Error('Nothing is to be read at a position.'));
}
