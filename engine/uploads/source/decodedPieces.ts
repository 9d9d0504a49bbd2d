import { isUtf8 } from 'node:buffer';
import type { TextEncoding } from '#shared/domain/uploadSource.ts';
import { loneSurrogateAt } from '#shared/text/surrogates.ts';
import { firstBadByte } from '../../storage/text/utf8.ts';
import { SourceBreak } from './sourceBreak.ts';

/** Part of a file's text as UTF-8. */
export interface TextPiece {
  readonly text: Buffer;
  /** Offset in the file of the end of this piece. */
  readonly bytesDone: number;
}

/** Pieces are cut to this size in bytes, so that each contains few records, and their text is collected early. */
const largestPiece = 64 * 1024;

export const byteOrderMarks: readonly (readonly [TextEncoding, Uint8Array])[] = [
  ['utf-8', Uint8Array.of(0xef, 0xbb, 0xbf)],
  ['utf-16le', Uint8Array.of(0xff, 0xfe)],
  ['utf-16be', Uint8Array.of(0xfe, 0xff)],
];

/**
 * The text of a file, strictly decoded: nothing is replaced or omitted except a byte order mark of this
 * encoding. Always as UTF-8, because the formats are parsed from bytes. Throws `SourceBreak` with the offset
 * of the first invalid byte.
 */
export async function* decodedPieces(
  bytes: AsyncIterable<Uint8Array>,
  encoding: TextEncoding,
): AsyncGenerator<TextPiece> {
  /** The start of an incomplete character. */
  let held: Buffer = Buffer.alloc(0);
  let offset = 0;
  let isFirst = true;
  for await (const piece of withoutMark(bytes, encoding)) {
    if (isFirst) offset = piece.offset;
    isFirst = false;
    for (let from = 0; from < piece.bytes.length; from += largestPiece) {
      const part = Buffer.concat([held, piece.bytes.subarray(from, from + largestPiece)]);
      const whole = part.length - incompleteTail(part, encoding);
      yield {
        text: decode(part.subarray(0, whole), encoding, offset),
        bytesDone: offset + part.length,
      };
      offset += whole;
      held = part.subarray(whole);
    }
  }
  // What was never completed.
  if (held.length > 0) throw new SourceBreak({ kind: 'wrong-encoding', encoding, offset });
}

async function* withoutMark(
  bytes: AsyncIterable<Uint8Array>,
  encoding: TextEncoding,
): AsyncGenerator<{ readonly bytes: Buffer; readonly offset: number }> {
  const mark = byteOrderMarks.find(([of]) => of === encoding)?.[1] ?? new Uint8Array();
  /** Until there is enough to tell whether the file starts with the mark. */
  let beginning: Buffer | null = Buffer.alloc(0);
  for await (const piece of bytes) {
    const view = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    if (beginning === null) {
      yield { bytes: view, offset: 0 };
      continue;
    }
    beginning = Buffer.concat([beginning, view]);
    if (beginning.length < mark.length) continue;
    const isMarked = beginning.subarray(0, mark.length).equals(mark);
    const offset = isMarked ? mark.length : 0;
    yield { bytes: beginning.subarray(offset), offset };
    beginning = null;
  }
  if (beginning !== null && beginning.length > 0) yield { bytes: beginning, offset: 0 };
}

/** How many bytes at the end belong to a character that continues in the next piece. */
function incompleteTail(bytes: Buffer, encoding: TextEncoding): number {
  switch (encoding) {
    case 'windows-1252':
      return 0;
    case 'utf-8':
      for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
        const byte = bytes[bytes.length - back] ?? 0;
        if (byte < 0x80) return 0;
        if (byte >= 0xc0) {
          const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
          return length > back ? back : 0;
        }
      }
      return 0;
    case 'utf-16le':
    case 'utf-16be': {
      const odd = bytes.length % 2;
      const last = bytes.length - odd - 2;
      if (last < 0) return odd;
      const high = bytes[encoding === 'utf-16le' ? last + 1 : last] ?? 0;
      return (high & 0xfc) === 0xd8 ? odd + 2 : odd;
    }
  }
}

/** @param offset of the bytes in the file */
function decode(bytes: Buffer, encoding: TextEncoding, offset: number): Buffer {
  const refuse = (at: number): never => {
    throw new SourceBreak({ kind: 'wrong-encoding', encoding, offset: offset + at });
  };
  switch (encoding) {
    case 'utf-8':
      return isUtf8(bytes) ? bytes : refuse(firstBadByte(bytes));
    case 'windows-1252': {
      if (!bytes.some((byte) => byte >= 0x80)) return bytes;
      const text = bytes.toString('latin1').replace(/[\u0080-\u009f]/g, (character, at: number) => {
        const found = windows1252.charAt(character.charCodeAt(0) - 0x80);
        return found === ' ' ? refuse(at) : found;
      });
      return Buffer.from(text);
    }
    case 'utf-16le':
    case 'utf-16be': {
      const littleEndian = encoding === 'utf-16le' ? bytes : Buffer.from(bytes).swap16();
      const text = littleEndian.toString('utf16le');
      const lone = loneSurrogateAt(text);
      return lone >= 0 ? refuse(lone * 2) : Buffer.from(text);
    }
  }
}

/**
 * The bytes 0x80 to 0x9F of windows-1252; a space for an unused code. Defined here because platform decoders
 * map those to control characters, and some runtime versions treat windows-1252 as Latin-1.
 */
const windows1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
