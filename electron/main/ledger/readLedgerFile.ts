import { readFile } from 'node:fs/promises';
import type { LedgerDamage, LedgerEntry } from '#shared/domain/rootLedger.ts';
import { toBase64 } from '#shared/merkle/base64.ts';
import type { TreeHash } from '#shared/transparency/treeHash.ts';
import { NewerFileError } from '../storage/fileFormat.ts';
import { parseEntry, parseHeader, splitLine, storedHash } from './ledgerEntry.ts';

/** What becomes of the entries of a file, in order. */
export interface LedgerReader {
  /**
   * @param leaf the hash of the entry's text
   * @param stored the hash beside it in the file, which is another one if one of them was changed
   * @param bytes where the text is in the file
   */
  readonly entry: (
    entry: LedgerEntry | null,
    leaf: Uint8Array,
    stored: Uint8Array,
    bytes: { readonly from: number; readonly to: number },
  ) => void;
  readonly damaged: (damage: LedgerDamage) => void;
  /** Called between slices of work: ends early if it resolves to false. */
  readonly pause: (entriesSoFar: number) => Promise<boolean>;
}

export interface ReadLedger {
  /** null if the first line is not readable. */
  readonly origin: string | null;
  /** Bytes of complete lines; what follows is an entry that was never completely written. */
  readonly wholeBytes: number;
}

/** Entries that are read without a pause: a few milliseconds. */
const sliceLength = 1_000;
const lineBreak = 0x0a;
/** The end of a complete line, with another byte in place of its line break. */
const endOfLine = /\t[A-Za-z0-9+/]{43}=.$/s;
const noHash = new Uint8Array(32);

/**
 * Reads every line of a ledger and compares it with the hash beside it. Goes on after damage, so that all of it can be listed.
 *
 * @throws NewerFileError, the file system's error
 */
export async function readLedgerFile(
  file: string,
  hash: TreeHash,
  reader: LedgerReader,
): Promise<ReadLedger> {
  const content = await readFile(file);
  let at = 0;
  const nextLine = (): Buffer | null => {
    const end = content.indexOf(lineBreak, at);
    if (end < 0) return null;
    const line = content.subarray(at, end);
    at = end + 1;
    return line;
  };

  const first = nextLine();
  const origin = first === null ? null : readOrigin(first, hash, file);
  if (origin === null) {
    reader.damaged({ kind: 'header-changed' });
    if (first === null) return { origin: null, wholeBytes: 0 };
  }

  /** The sequence that the next entry must have, and how many unreadable lines came before it. */
  let expected = 0;
  let unreadable = 0;
  let read = 0;
  for (let from = at, line = nextLine(); line !== null; from = at, line = nextLine()) {
    const found = readLine(line, hash);
    if (found.entry === null) {
      const entry = expected + unreadable;
      reader.damaged({ kind: found.isChanged ? 'entry-changed' : 'entry-unreadable', entry });
      unreadable += 1;
    } else {
      const { sequence } = found.entry;
      // Among unreadable lines, nothing tells which entries they were.
      const next = expected + unreadable;
      const isMissing = sequence > next;
      if (isMissing) reader.damaged({ kind: 'entries-missing', from: next, to: sequence - 1 });
      else if (sequence < expected || (unreadable === 0 && sequence !== next))
        reader.damaged({ kind: 'entry-misplaced', found: sequence, expected: next });
      if (sequence >= expected) {
        expected = sequence + 1;
        unreadable = 0;
      }
    }
    reader.entry(found.entry, found.leaf, found.stored, { from, to: from + found.length });
    read += 1;
    if (read % sliceLength === 0 && !(await reader.pause(read))) break;
  }
  const rest = content.subarray(at).toString('latin1');
  if (endOfLine.test(rest)) reader.damaged({ kind: 'entry-changed', entry: expected + unreadable });
  return { origin, wholeBytes: at };
}

function readOrigin(line: Buffer, hash: TreeHash, file: string): string | null {
  const parts = splitLine(line);
  if (parts === null || toBase64(hash.leaf(parts.text)) !== parts.stored) return null;
  const header = parseHeader(parts.text.toString('utf8'));
  if (header === 'newer') throw new NewerFileError(file);
  return header?.origin ?? null;
}

interface ReadLine {
  /** null if the line has another hash or cannot be read. */
  readonly entry: LedgerEntry | null;
  readonly isChanged: boolean;
  readonly leaf: Uint8Array;
  readonly stored: Uint8Array;
  /** Bytes of the text. */
  readonly length: number;
}

function readLine(line: Buffer, hash: TreeHash): ReadLine {
  const parts = splitLine(line);
  if (parts === null)
    return { entry: null, isChanged: true, leaf: hash.leaf(line), stored: noHash, length: line.length };
  const leaf = hash.leaf(parts.text);
  // Node's base64 rather than our own: this runs for every entry.
  const isChanged =
    Buffer.from(leaf.buffer, leaf.byteOffset, leaf.length).toString('base64') !== parts.stored;
  return {
    entry: isChanged ? null : parseEntry(parts.text.toString('utf8')),
    isChanged,
    leaf,
    stored: isChanged ? (storedHash(parts.stored) ?? noHash) : leaf,
    length: parts.text.length,
  };
}
