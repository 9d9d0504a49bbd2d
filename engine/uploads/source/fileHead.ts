import type { TextEncoding } from '#shared/domain/uploadSource.ts';
import type { SourceText } from './recordSource.ts';

/** How many bytes to read to detect the format of a file. */
const headBytes = 1024 * 1024;

export interface FileHead {
  readonly bytes: Buffer;
  /** Whether this is the complete file. */
  readonly isWhole: boolean;
}

export async function readHead(file: Pick<SourceText, 'open'>): Promise<FileHead> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of file.open()) {
    pieces.push(piece);
    length += piece.length;
    if (length > headBytes) break;
  }
  return { bytes: Buffer.concat(pieces).subarray(0, headBytes), isWhole: length <= headBytes };
}

/** The head as text, for detection: invalid bytes are replaced here and reported when the file is read. */
export function decodeHead({ bytes }: FileHead, encoding: TextEncoding): string {
  const text = decodeLoosely(bytes, encoding);
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

function decodeLoosely(bytes: Buffer, encoding: TextEncoding): string {
  switch (encoding) {
    case 'utf-8':
      return bytes.toString('utf8');
    case 'windows-1252':
      return bytes.toString('latin1');
    case 'utf-16le':
      return bytes.toString('utf16le');
    case 'utf-16be':
      return Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
        .swap16()
        .toString('utf16le');
  }
}
