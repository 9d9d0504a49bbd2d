import { isUtf8 } from 'node:buffer';
import type { SourceRefusal, TextEncoding } from '#shared/domain/uploadSource.ts';
import { firstBadByte } from '../../storage/text/utf8.ts';
import { byteOrderMarks } from './decodedPieces.ts';
import type { FileHead } from './fileHead.ts';

export type DetectedEncoding =
  | { readonly ok: true; readonly encoding: TextEncoding; readonly bom: boolean }
  | { readonly ok: false; readonly refusal: SourceRefusal };

/**
 * A byte order mark decides; UTF-8 and UTF-16 can be recognized by their content. Nothing else is guessed.
 */
export function detectEncoding(head: FileHead): DetectedEncoding {
  const { bytes } = head;
  const marked = markedEncoding(bytes);
  if (marked !== null) return { ok: true, encoding: marked, bom: true };
  if (bytes.includes(0)) {
    const encoding = utf16Of(bytes);
    return encoding === null
      ? { ok: false, refusal: { kind: 'not-text' } }
      : { ok: true, encoding, bom: false };
  }
  if (isUtf8(bytes)) return { ok: true, encoding: 'utf-8', bom: false };
  const offset = firstBadByte(bytes);
  // The head may end in the middle of a character, which has at most four bytes.
  if (!head.isWhole && offset > bytes.length - 4) return { ok: true, encoding: 'utf-8', bom: false };
  return hasControls(bytes.toString('latin1'))
    ? { ok: false, refusal: { kind: 'not-text' } }
    : { ok: false, refusal: { kind: 'wrong-encoding', encoding: 'utf-8', offset } };
}

export function markedEncoding(bytes: Buffer): TextEncoding | null {
  const found = byteOrderMarks.find(([, mark]) => bytes.subarray(0, mark.length).equals(mark));
  return found?.[0] ?? null;
}

/**
 * Texts have commas, line ends, and often Latin letters, one byte of which is NUL, nearly always on the same
 * side.
 */
function utf16Of(bytes: Buffer): TextEncoding | null {
  const looked = bytes.subarray(0, 64 * 1024);
  let even = 0;
  let odd = 0;
  for (let at = 0; at < looked.length; at += 1) {
    if (looked[at] !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  const least = looked.length / 100;
  // Some characters have it on the other side: U+0100, half of an emoji.
  if (odd > least && odd > even * 4) return isTextOf(looked, 'utf-16le') ? 'utf-16le' : null;
  if (even > least && even > odd * 4) return isTextOf(looked, 'utf-16be') ? 'utf-16be' : null;
  return null;
}

function isTextOf(bytes: Buffer, encoding: 'utf-16le' | 'utf-16be'): boolean {
  const whole = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  return !hasControls((encoding === 'utf-16le' ? whole : whole.swap16()).toString('utf16le'));
}

/** Whether there are control characters that no text has. */
function hasControls(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 && !textControls.has(code)) return true;
  }
  return false;
}

/** Tab, line feed, form feed, carriage return, escape. */
const textControls: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);
