import { isUtf8 } from 'node:buffer';

/**
 * A response to a batch recall as nearly all are: a list with exactly the requested atoms in their order, each with the fields of
 * the interface (section 2) once, hashes in lowercase hex, and all proofs under one root and size. Its parts are numbers and places
 * in its bytes, so that nothing is built for each atom. Says nothing about whether the proofs are right.
 */
export interface PlainBody {
  readonly bytes: Buffer;
  readonly rootHash: string;
  readonly treeSize: number;
  /** Where each atom begins and ends. */
  readonly begins: Uint32Array;
  readonly ends: Uint32Array;
  /** Where the text of each value begins and ends, without its quotation marks. */
  readonly valueBegins: Uint32Array;
  readonly valueEnds: Uint32Array;
  /** 1 for a value that is written with escapes. */
  readonly isEscaped: Uint8Array;
  readonly versions: Float64Array;
  readonly leafIndices: Float64Array;
  /** Decoded: of each atom its leaf hash and then its siblings. */
  readonly hashes: Uint8Array;
  /** Where the leaf hash of each atom is among `hashes`, counted in hashes; the last one is their number. */
  readonly hashPlaces: Uint32Array;
}

/** SHA-256 and all others that are as long. */
export const plainHashBytes = 32;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;
const backslash = 0x5c;
const zero = 0x30;
/** More digits may not be exact in a number. */
const mostDigits = 15;
const mostSiblings = 64;

/** The value of each two lowercase hex digits, by their bytes as a little-endian number; -1 for all others. */
const pairValues = new Int16Array(65_536).fill(-1);
for (let value = 0; value < 256; value += 1)
  pairValues[Buffer.from(value.toString(16).padStart(2, '0')).readUInt16LE()] = value;

const atomFields = ['key', 'value', 'version', 'hash', 'proof'] as const;
const proofFields = ['leafHash', 'siblings', 'rootHash', 'leafIndex', 'treeSize'] as const;
const namesOf = (fields: readonly string[]) => fields.map((name) => Buffer.from(`"${name}"`));
const atomNames = namesOf(atomFields);
const proofNames = namesOf(proofFields);
const [atomsName = Buffer.of(), missingName = Buffer.of()] = namesOf(['atoms', 'missing']);

/** Thrown inside this file at the first byte that is not as expected. */
class NotPlain extends Error {}
const notPlain = new NotPlain();

/** @returns null if it is written in any other way, which may be as right */
export function readPlainBody(bytes: Buffer, keys: readonly string[]): PlainBody | null {
  if (!isUtf8(bytes)) return null;
  try {
    return scan(bytes, keys);
  } catch (error) {
    if (error === notPlain) return null;
    throw error;
  }
}

function scan(bytes: Buffer, keys: readonly string[]): PlainBody {
  const count = keys.length;
  const begins = new Uint32Array(count);
  const ends = new Uint32Array(count);
  const valueBegins = new Uint32Array(count);
  const valueEnds = new Uint32Array(count);
  const isEscaped = new Uint8Array(count);
  const versions = new Float64Array(count);
  const leafIndices = new Float64Array(count);
  const hashPlaces = new Uint32Array(count + 1);
  // Each hash takes 64 bytes and more in the body, and the hash of an atom is not kept.
  const hashes = new Uint8Array(bytes.length >> 1);
  let rootBegin = 0;
  let treeSize = 0;
  let used = 0;
  let at = 0;

  const skipSpace = (): void => {
    for (let byte = bytes[at]; byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;) {
      at += 1;
      byte = bytes[at];
    }
  };
  const isNext = (byte: number): boolean => {
    skipSpace();
    if (bytes[at] !== byte) return false;
    at += 1;
    return true;
  };
  const take = (byte: number): void => {
    if (!isNext(byte)) throw notPlain;
  };
  const isHere = (text: Buffer): boolean => {
    for (let place = 0; place < text.length; place += 1) if (bytes[at + place] !== text[place]) return false;
    return true;
  };
  const takeName = (name: Buffer): void => {
    skipSpace();
    if (!isHere(name)) throw notPlain;
    at += name.length;
    take(colon);
  };
  /** Reads the members of an object; `read` gets the number of each name. Each of the names occurs once, and no other does. */
  const readObject = (names: readonly Buffer[], read: (name: number) => void): void => {
    take(openObject);
    let seen = 0;
    for (let first = true; !isNext(closeObject); first = false) {
      if (!first) take(comma);
      skipSpace();
      // Mostly in this order.
      let name = seen === 0 ? 0 : 32 - Math.clz32(seen);
      if (name >= names.length || !isHere(names[name] ?? atomsName)) name = names.findIndex(isHere);
      if (name === -1 || (seen & (1 << name)) !== 0) throw notPlain;
      seen |= 1 << name;
      at += names[name]?.length ?? 0;
      take(colon);
      read(name);
    }
    if (seen !== (1 << names.length) - 1) throw notPlain;
  };
  const readInteger = (): number => {
    skipSpace();
    const begin = at;
    let value = 0;
    for (let digit = (bytes[at] ?? 0) - zero; digit >= 0 && digit <= 9; digit = (bytes[at] ?? 0) - zero) {
      value = 10 * value + digit;
      at += 1;
    }
    const digits = at - begin;
    if (digits === 0 || digits > mostDigits || (digits > 1 && bytes[begin] === zero)) throw notPlain;
    return value;
  };
  /** Skips a string; returns whether it has escapes. */
  const skipString = (): boolean => {
    take(quote);
    let hasEscapes = false;
    for (let byte = bytes[at]; byte !== quote; byte = bytes[at]) {
      if (byte === undefined || byte < 0x20) throw notPlain;
      if (byte === backslash) {
        hasEscapes = true;
        at += 1;
      }
      at += 1;
    }
    at += 1;
    return hasEscapes;
  };
  /** Decodes a hash; returns where its text begins. */
  const readHash = (place: number): number => {
    take(quote);
    const begin = at;
    const end = begin + 2 * plainHashBytes;
    if (bytes[end] !== quote || !decodeHash(bytes, begin, hashes, place * plainHashBytes)) throw notPlain;
    at = end + 1;
    return begin;
  };
  const isSameText = (one: number, other: number): boolean => {
    for (let place = 0; place < 2 * plainHashBytes; place += 1)
      if (bytes[one + place] !== bytes[other + place]) return false;
    return true;
  };
  const readSiblings = (): number => {
    take(openList);
    let number = 0;
    for (; !isNext(closeList); number += 1) {
      if (number > 0) take(comma);
      if (number === mostSiblings) throw notPlain;
      readHash(used + 1 + number);
    }
    return number;
  };

  let atom = 0;
  let hashBegin = 0;
  let leafBegin = 0;
  let siblings = 0;
  const readProofField = (name: number): void => {
    switch (proofFields[name]) {
      case 'leafHash':
        leafBegin = readHash(used);
        return;
      case 'siblings':
        siblings = readSiblings();
        return;
      case 'rootHash': {
        const begin = readHash(used + 1 + siblings);
        if (rootBegin === 0) rootBegin = begin;
        else if (!isSameText(begin, rootBegin)) throw notPlain;
        return;
      }
      case 'leafIndex':
        leafIndices[atom] = readInteger();
        return;
      default: {
        const size = readInteger();
        if (treeSize === 0) treeSize = size;
        if (size === 0 || size !== treeSize) throw notPlain;
      }
    }
  };
  const readAtomField = (name: number): void => {
    skipSpace();
    const begin = at + 1;
    switch (atomFields[name]) {
      case 'key':
        if (skipString() || bytes.toString('utf8', begin, at - 1) !== keys[atom]) throw notPlain;
        return;
      case 'value':
        isEscaped[atom] = skipString() ? 1 : 0;
        if (isEscaped[atom] === 1 && !isJson(bytes.toString('utf8', begin - 1, at))) throw notPlain;
        valueBegins[atom] = begin;
        valueEnds[atom] = at - 1;
        return;
      case 'version':
        versions[atom] = readInteger();
        return;
      case 'hash':
        hashBegin = readHash(used);
        return;
      default:
        readObject(proofNames, readProofField);
    }
  };

  const isObject = isNext(openObject);
  if (isObject) takeName(atomsName);
  take(openList);
  for (; atom < count; atom += 1) {
    if (atom > 0) take(comma);
    skipSpace();
    begins[atom] = at;
    readObject(atomNames, readAtomField);
    ends[atom] = at;
    if (!isSameText(hashBegin, leafBegin) || (leafIndices[atom] ?? 0) >= treeSize) throw notPlain;
    hashPlaces[atom] = used;
    used += 1 + siblings;
  }
  hashPlaces[count] = used;
  take(closeList);
  if (isObject && isNext(comma)) {
    takeName(missingName);
    take(openList);
    take(closeList);
  }
  if (isObject) take(closeObject);
  skipSpace();
  if (at !== bytes.length || count === 0) throw notPlain;
  const rootHash = bytes.toString('latin1', rootBegin, rootBegin + 2 * plainHashBytes);
  return {
    bytes,
    rootHash,
    treeSize,
    begins,
    ends,
    valueBegins,
    valueEnds,
    isEscaped,
    versions,
    leafIndices,
    hashes,
    hashPlaces,
  };
}

/** false if anything else than digits is there. Outside of `scan`, where a loop is compiled to slower code. */
function decodeHash(digits: Uint8Array, begin: number, into: Uint8Array, to: number): boolean {
  // Anything but a digit makes it negative, so one test at the end is enough.
  let all = 0;
  for (let byte = 0; byte < plainHashBytes; byte += 1) {
    const value =
      pairValues[(digits[begin + 2 * byte] ?? 0) | ((digits[begin + 2 * byte + 1] ?? 0) << 8)] ?? -1;
    all |= value;
    into[to + byte] = value;
  }
  return all >= 0;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The text of a value. */
export function valueAt({ bytes, valueBegins, valueEnds, isEscaped }: PlainBody, atom: number): string {
  const begin = valueBegins[atom] ?? 0;
  const end = valueEnds[atom] ?? 0;
  if (isEscaped[atom] === 0) return bytes.toString('utf8', begin, end);
  return JSON.parse(bytes.toString('utf8', begin - 1, end + 1)) as string;
}
