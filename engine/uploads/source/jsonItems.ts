import { SourceBreak, taken, type Taken } from './sourceBreak.ts';
import { textOfJson } from '#shared/upload/jsonTokens.ts';

/** Where the records are in a JSON file. */
export type JsonShape =
  /** `[…]` */
  | { readonly kind: 'list' }
  /** `{"atoms": […]}`; other members are skipped. */
  | { readonly kind: 'member'; readonly name: string }
  /** `{"key": value}` */
  | { readonly kind: 'map' };

export interface JsonItem {
  /** From 1. */
  readonly place: number;
  /** Of a map entry; null in a list. */
  readonly name: string | null;
  /** Its JSON as written. Brackets and quotes match; whether it is valid is checked later. */
  readonly text: string;
}

/** Splits JSON into its items, piece by piece, from UTF-8. Accepts nothing after a break. */
export interface ItemReader {
  readonly take: (piece: Buffer) => Promise<Taken<JsonItem>>;
  readonly end: () => Promise<Taken<JsonItem>>;
}

/** Longest item, in bytes. */
const largestItem = 32 * 1024 * 1024;

type Expected =
  | 'document'
  | 'first-item'
  | 'item'
  | 'after-item'
  | 'first-name'
  | 'name'
  | 'colon'
  | 'member'
  | 'after-member'
  | 'nothing';

/** What to do with the bytes of the current value. */
type Role = 'item' | 'name' | 'member';

const expectedWords: Readonly<Record<Expected, string>> = {
  document: '“[” or “{”',
  'first-item': 'an item or “]”',
  item: 'an item after the comma',
  'after-item': '“,” or “]”',
  'first-name': 'a name in quotes or “}”',
  name: 'a name in quotes after the comma',
  colon: '“:” after the name',
  member: 'a value after the colon',
  'after-member': '“,” or “}”',
  nothing: 'nothing more',
};

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

export function createItemReader(shape: JsonShape): ItemReader {
  let expected: Expected = 'document';
  /** Inside the list that is a member of the outermost object. */
  let isInMember = false;
  let name = '';
  let count = 0;

  // The current value, which may span many pieces.
  let role: Role | null = null;
  let isScalar = false;
  let depth = 0;
  let inText = false;
  let isEscaped = false;
  let parts: Buffer[] = [];
  let partsBytes = 0;

  const broken = (why: string): SourceBreak => new SourceBreak({ kind: 'broken', place: count + 1, why });

  const begin = (byte: number, as: Role): void => {
    role = as;
    inText = byte === quote;
    depth = byte === openList || byte === openObject ? 1 : 0;
    isScalar = !inText && depth === 0;
    isEscaped = false;
  };

  /** Continues the current value; returns its end, or -1 if it continues after this piece. */
  const valueEnd = (piece: Buffer, from: number): number => {
    let at = from;
    if (isScalar) {
      while (at < piece.length) {
        const byte = piece[at] ?? 0;
        if (byte === comma || byte === closeList || byte === closeObject || isBlank(byte)) return at;
        at += 1;
      }
      return -1;
    }
    for (; at < piece.length; at += 1) {
      const byte = piece[at];
      if (inText) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) {
          inText = false;
          if (depth === 0) return at + 1;
        }
      } else if (byte === quote) inText = true;
      else if (byte === openObject || byte === openList) depth += 1;
      else if (byte === closeObject || byte === closeList) {
        depth -= 1;
        if (depth === 0) return at + 1;
      }
    }
    return -1;
  };

  const isWanted = (): boolean =>
    role === 'name' ||
    (shape.kind === 'member' ? isInMember : role === (shape.kind === 'map' ? 'member' : 'item'));

  const keep = (bytes: Buffer): void => {
    if (!isWanted()) return;
    parts.push(bytes);
    partsBytes += bytes.length;
    if (partsBytes > largestItem)
      throw broken('The item that starts here is larger than 32 MiB or is never closed.');
  };

  const finish = (items: JsonItem[]): void => {
    const text = Buffer.concat(parts).toString('utf8');
    const wanted = isWanted();
    parts = [];
    partsBytes = 0;
    switch (role) {
      case 'name':
        try {
          name = textOfJson(text);
        } catch {
          throw broken('A name is not a valid JSON string.');
        }
        expected = 'colon';
        break;
      case 'item':
      case 'member':
        if (wanted) {
          count += 1;
          items.push({ place: count, name: role === 'member' ? name : null, text });
        }
        expected = role === 'item' ? 'after-item' : 'after-member';
        break;
      case null:
        break;
    }
    role = null;
  };

  /**
   * Handles a byte between values. Returns whether it starts a value, and has to be read again as its first
   * byte.
   */
  const step = (byte: number): boolean => {
    switch (expected) {
      case 'document':
        if (byte === openList && shape.kind === 'list') expected = 'first-item';
        else if (byte === openObject && shape.kind !== 'list') expected = 'first-name';
        else throw unexpected(byte);
        return false;
      case 'first-item':
      case 'item':
        if (byte === closeList && expected === 'first-item') {
          endList();
          return false;
        }
        if (!beginsValue(byte)) throw unexpected(byte);
        begin(byte, 'item');
        return true;
      case 'after-item':
        if (byte === comma) expected = 'item';
        else if (byte === closeList) endList();
        else throw unexpected(byte);
        return false;
      case 'first-name':
      case 'name':
        if (byte === closeObject && expected === 'first-name') {
          expected = 'nothing';
          return false;
        }
        if (byte !== quote) throw unexpected(byte);
        begin(byte, 'name');
        return true;
      case 'colon':
        if (byte !== colon) throw unexpected(byte);
        expected = 'member';
        return false;
      case 'member':
        if (shape.kind === 'member' && name === shape.name && byte === openList) {
          isInMember = true;
          expected = 'first-item';
          return false;
        }
        if (!beginsValue(byte)) throw unexpected(byte);
        begin(byte, 'member');
        return true;
      case 'after-member':
        if (byte === comma) expected = 'name';
        else if (byte === closeObject) expected = 'nothing';
        else throw unexpected(byte);
        return false;
      case 'nothing':
        throw unexpected(byte);
    }
  };
  const endList = (): void => {
    expected = isInMember ? 'after-member' : 'nothing';
    isInMember = false;
  };
  const unexpected = (byte: number): SourceBreak =>
    broken(
      `Expected ${expectedWords[expected]}, found ${byte < 0x80 ? `“${String.fromCharCode(byte)}”` : 'another character'}.`,
    );

  const cut = (piece: Buffer, items: JsonItem[]): void => {
    let at = 0;
    while (at < piece.length) {
      const isNew = role === null;
      const byte = piece[at] ?? 0;
      if (isNew && (isBlank(byte) || !step(byte))) {
        at += 1;
        continue;
      }
      const end = valueEnd(piece, isNew ? at + 1 : at);
      keep(piece.subarray(at, end < 0 ? piece.length : end));
      if (end < 0) return;
      finish(items);
      at = end;
    }
  };

  return {
    take: (piece) =>
      taken((items) => {
        cut(piece, items);
      }),
    end: () =>
      taken(() => {
        if (role !== null || expected !== 'nothing') throw broken('The file ends too early.');
      }),
  };
}

function beginsValue(byte: number): boolean {
  return (
    byte === quote || byte === openList || byte === openObject || /[-\dtfn]/.test(String.fromCharCode(byte))
  );
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
