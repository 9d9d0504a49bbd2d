import { toBase64 } from '../merkle/base64.ts';
import { strictBase64 } from './signedNote.ts';

/** A tree head as the text of a signed note: https://c2sp.org/tlog-checkpoint. */
export interface Checkpoint {
  /** Which log this is the head of; one line. */
  readonly origin: string;
  /** The number of leaves. */
  readonly size: bigint;
  /** The head by RFC 6962; 32 bytes. */
  readonly root: Uint8Array;
  /** Lines with a meaning of their own; ours have none. */
  readonly extensions: readonly string[];
}

/** The text that is signed. */
export function checkpointText({ origin, size, root, extensions }: Checkpoint): string {
  return [origin, size.toString(), toBase64(root), ...extensions].map((line) => `${line}\n`).join('');
}

/** Reads the text of a note as a checkpoint; null if it is none. */
export function parseCheckpoint(text: string): Checkpoint | null {
  if (!text.endsWith('\n')) return null;
  const lines = text.slice(0, -1).split('\n');
  const [origin = '', size = '', root = '', ...extensions] = lines;
  const bytes = strictBase64(root);
  // 64-bit in other tools.
  const isSize = /^(0|[1-9]\d{0,18})$/.test(size);
  if (lines.includes('') || !isSize || bytes?.length !== 32) return null;
  return { origin, size: BigInt(size), root: bytes, extensions };
}
