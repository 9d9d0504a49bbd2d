import type { LedgerDamage, LedgerEntry } from '#shared/domain/rootLedger.ts';
import { toBase64 } from '#shared/merkle/base64.ts';
import { NewerFileError } from '../storage/fileFormat.ts';
import { endOfText, parseEntry, parseHeader, storedHash } from './ledgerEntry.ts';
import { ledgerHash, sha256 } from './ledgerHash.ts';
import { readOwnFile } from '../storage/ownFile.ts';

/** Receives the entries of a file, in order. */
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
const leafPrefix = 0x00;
/** The end of a complete line, with another byte in place of its line break. */
const endOfLine = /\t[A-Za-z0-9+/]{43}=.$/s;
const noHash = new Uint8Array(32);

/**
 * Reads every line of a ledger and compares it with the hash beside it. Goes on after damage, so that all of it can be listed.
 *
 * @throws NewerFileError, the file system's error
 */
export async function readLedgerFile(file: string, reader: LedgerReader): Promise<ReadLedger> {
  const content = await readOwnFile(file);
  let at = 0;
  /** Where the next line ends; its line break is before `at` then. null after the last complete line. */
  const nextLine = (): number | null => {
    const end = content.indexOf(lineBreak, at);
    if (end < 0) return null;
    at = end + 1;
    return end;
  };

  const headerEnd = nextLine();
  const origin = headerEnd === null ? null : readOrigin(content.subarray(0, headerEnd), file);
  if (origin === null) {
    reader.damaged({ kind: 'header-changed' });
    if (headerEnd === null) return { origin: null, wholeBytes: 0 };
  }

  /** The sequence that the next entry must have, and how many unreadable lines came before it. */
  let expected = 0;
  let unreadable = 0;
  let read = 0;
  for (let from = at, end = nextLine(); end !== null; from = at, end = nextLine()) {
    const found = readLine(content, from, end);
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
    reader.entry(found.entry, found.leaf, found.stored, { from, to: found.textEnd });
    read += 1;
    if (read % sliceLength === 0 && !(await reader.pause(read))) break;
  }
  const rest = content.subarray(at).toString('latin1');
  if (endOfLine.test(rest)) reader.damaged({ kind: 'entry-changed', entry: expected + unreadable });
  return { origin, wholeBytes: at };
}

function readOrigin(line: Buffer, file: string): string | null {
  const textEnd = endOfText(line, 0, line.length);
  if (textEnd === null) return null;
  const text = line.subarray(0, textEnd);
  if (toBase64(ledgerHash.leaf(text)) !== line.toString('latin1', textEnd + 1)) return null;
  const header = parseHeader(text.toString('utf8'));
  if (header === 'newer') throw new NewerFileError(file);
  return header?.origin ?? null;
}

interface ReadLine {
  /** null if the line has another hash or cannot be read. */
  readonly entry: LedgerEntry | null;
  readonly isChanged: boolean;
  readonly leaf: Uint8Array;
  readonly stored: Uint8Array;
  readonly textEnd: number;
}

/** Reads the line from `from` to `end`. Changes the byte before it. */
function readLine(content: Buffer, from: number, end: number): ReadLine {
  const textEnd = endOfText(content, from, end);
  const leaf = leafInPlace(content, from, textEnd ?? end);
  if (textEnd === null) return { entry: null, isChanged: true, leaf, stored: noHash, textEnd: end };
  const stored = content.toString('latin1', textEnd + 1, end);
  // Node's base64 rather than our own: this runs for every entry.
  if (Buffer.from(leaf.buffer, leaf.byteOffset, leaf.length).toString('base64') !== stored)
    return { entry: null, isChanged: true, leaf, stored: storedHash(stored) ?? noHash, textEnd };
  const entry = parseEntry(content.toString('utf8', from, textEnd));
  return { entry, isChanged: false, leaf, stored: leaf, textEnd };
}

/** The leaf hash of a text. Its prefix takes the place of the line break before the text, so that nothing is copied. */
function leafInPlace(content: Buffer, from: number, end: number): Uint8Array {
  content[from - 1] = leafPrefix;
  return sha256(content.subarray(from - 1, end));
}
