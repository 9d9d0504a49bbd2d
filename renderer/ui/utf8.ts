import { cutText } from '#shared/text/cutText.ts';
import { hasLoneSurrogate as hasHalf } from '#shared/text/surrogates.ts';

const encoder = new TextEncoder();

/** The size of a text as UTF-8, in bytes, which is how services limit values. */
export function utf8Bytes(text: string): number {
  return encoder.encode(text).length;
}

/** UTF-16 units that are encoded between two pauses. */
const unitsPerStep = 65_536;

/** Like `utf8Bytes` for a text of any length, for `runInSlices`. */
export function* utf8SizeSteps(text: string): Generator<void, number, void> {
  const room = new Uint8Array(3 * unitsPerStep);
  let size = 0;
  for (const piece of piecesOf(text)) {
    size += encoder.encodeInto(piece, room).written;
    yield;
  }
  return size;
}

export interface Utf8Text {
  readonly bytes: Uint8Array;
  /** Whether the text contains an unpaired surrogate, which UTF-8 cannot encode. */
  readonly hasLoneSurrogate: boolean;
}

/** A text as UTF-8, for `runInSlices`. */
export function* utf8Steps(text: string): Generator<void, Utf8Text, void> {
  const encoded: Uint8Array[] = [];
  let size = 0;
  let hasLoneSurrogate = false;
  for (const piece of piecesOf(text)) {
    const part = encoder.encode(piece);
    encoded.push(part);
    size += part.length;
    hasLoneSurrogate ||= hasHalf(piece);
    yield;
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of encoded) {
    bytes.set(part, at);
    at += part.length;
    yield;
  }
  return { bytes, hasLoneSurrogate };
}

/** The text in pieces that end between characters. */
function* piecesOf(text: string): Generator<string, void, void> {
  for (let at = 0; at < text.length;) {
    const piece = cutText(text.slice(at, at + unitsPerStep + 1), unitsPerStep);
    yield piece;
    at += piece.length;
  }
}
