import { keySources, type CatalogueEntry, type LeafPlace } from '../domain/catalogue.ts';
import type { KeyState, SortColumn } from '../domain/catalogueQuery.ts';
import { verdictStatuses, type CheckStatus, type VerdictStatus } from '../merkle/verdict.ts';

/**
 * What is known about each key, by its number, in flat arrays: 500,000 objects would take several times the memory,
 * and this way a column can be sorted by numbers.
 */
export interface EntryColumns {
  /** The caller stores `entry.key`. */
  readonly set: (number: number, entry: CatalogueEntry) => void;
  readonly get: (number: number, key: string) => CatalogueEntry;
  readonly clear: (number: number) => void;
  readonly stateOf: (number: number) => KeyState;
  readonly isBookmarked: (number: number) => boolean;
  readonly tagsOf: (number: number) => readonly string[];
  readonly verdictOf: (number: number) => VerdictStatus | null;
  /** null if it was not read. */
  readonly versionOf: (number: number) => number | null;
  /** Its leaf position, decimal; null if none was read, or if the reading with it failed a check. */
  readonly leafOf: (number: number) => string | null;
  /** The same as a number; NaN for null, and for positions that a number cannot represent. */
  readonly leafNumberOf: (number: number) => number;
  readonly placedOf: (number: number) => LeafPlace | null;
  /** The sort keys of a column. */
  readonly sortKeys: (column: Exclude<SortColumn, 'key'>) => SortKeys;
}

/** 64-bit sort keys of entries: first the upper, then the lower half; if both are equal, `compare` decides. */
export interface SortKeys {
  readonly isNull: (number: number) => boolean;
  readonly upper: (number: number) => number;
  readonly lower: (number: number) => number;
  /** For keys that 64 bits do not fully represent; null if they do. */
  readonly compare: ((a: number, b: number) => number) | null;
}

const checkStatuses: readonly CheckStatus[] = ['pass', 'fail', 'undecided'];

const hashBytes = 32;
const isPackedHash = /^[0-9a-f]{64}$/;
const isPackedLeaf = /^(0|[1-9]\d{0,14})$/;

const gone = 1;
const bookmarked = 2;
const annotated = 4;
const oddHash = 8;
const oddLeaf = 16;
const conflicting = 32;

interface Annotations {
  readonly note: string;
  readonly tags: readonly string[];
}

export function createEntryColumns(): EntryColumns {
  let room = 1_024;
  let flags = new Uint8Array(room);
  /** 0 for null, otherwise 1 + the index in the list of its values. */
  let verdicts = new Uint8Array(room);
  let sources = new Uint8Array(room);
  let paths = new Uint8Array(room);
  /** 1 + the index in `trees`. */
  let placed = new Uint32Array(room);
  /** NaN for null, here and in the next columns. */
  let versions = new Float64Array(room);
  let leaves = new Float64Array(room);
  let firstSeen = new Float64Array(room);
  let readAt = new Float64Array(room);
  let hashes = new Uint8Array(room * hashBytes);
  /** Values that do not fit their column: hashes that are not 32 bytes in lowercase hex (or null), and long leaf positions. */
  const oddHashes = new Map<number, string | null>();
  const oddLeaves = new Map<number, string>();
  const annotations = new Map<number, Annotations>();
  const trees: { readonly rootHash: string; readonly treeSize: string }[] = [];
  const treeNumbers = new Map<string, number>();

  const grow = (): void => {
    // By a quarter: doubling would reserve 72 bytes for each of half a million entries that may never come.
    room += room >>> 2;
    flags = larger8(flags, room);
    verdicts = larger8(verdicts, room);
    sources = larger8(sources, room);
    paths = larger8(paths, room);
    const grownPlaced = new Uint32Array(room);
    grownPlaced.set(placed);
    placed = grownPlaced;
    versions = largerFloat(versions, room);
    leaves = largerFloat(leaves, room);
    firstSeen = largerFloat(firstSeen, room);
    readAt = largerFloat(readAt, room);
    hashes = larger8(hashes, room * hashBytes);
  };
  const flag = (number: number, bit: number): boolean => ((flags[number] ?? 0) & bit) !== 0;
  const treeNumber = ({ rootHash, treeSize }: LeafPlace): number => {
    const name = `${treeSize} ${rootHash}`;
    const known = treeNumbers.get(name);
    if (known !== undefined) return known;
    treeNumbers.set(name, trees.push({ rootHash, treeSize }));
    return trees.length;
  };
  const hashOf = (number: number): string | null => {
    if (flag(number, oddHash)) return oddHashes.get(number) ?? null;
    let hex = '';
    for (let at = number * hashBytes; at < (number + 1) * hashBytes; at += 1)
      hex += hexOf[hashes[at] ?? 0] ?? '';
    return hex;
  };
  const leafOf = (number: number): string | null => {
    if (flag(number, oddLeaf)) return oddLeaves.get(number) ?? null;
    const leaf = leaves[number] ?? NaN;
    return Number.isNaN(leaf) ? null : String(leaf);
  };
  const clear = (number: number): void => {
    flags[number] = 0;
    oddHashes.delete(number);
    oddLeaves.delete(number);
    annotations.delete(number);
  };

  const treeOf = (number: number) => trees[(placed[number] ?? 0) - 1];
  const placedOf = (number: number): LeafPlace | null => {
    const tree = treeOf(number);
    return tree === undefined ? null : { ...tree, path: checkStatuses[paths[number] ?? 0] ?? 'undecided' };
  };
  /** If the path is valid but the value is not, the leaf position belongs to another atom. */
  const isBelieved = (number: number): boolean => verdictStatuses[(verdicts[number] ?? 0) - 1] !== 'red';

  return {
    verdictOf: (number) => verdictStatuses[(verdicts[number] ?? 0) - 1] ?? null,
    versionOf: (number) => nullOrNumber(versions[number]),
    leafOf: (number) => (isBelieved(number) ? leafOf(number) : null),
    leafNumberOf: (number) => (isBelieved(number) && !flag(number, oddLeaf) ? (leaves[number] ?? NaN) : NaN),
    placedOf,
    clear,
    set: (number, entry) => {
      while (number >= room) grow();
      clear(number);
      let bits =
        (entry.gone ? gone : 0) | (entry.bookmarked ? bookmarked : 0) | (entry.conflicting ? conflicting : 0);
      verdicts[number] = entry.verdict === null ? 0 : verdictStatuses.indexOf(entry.verdict) + 1;
      sources[number] = keySources.indexOf(entry.source);
      paths[number] = entry.placed === null ? 0 : checkStatuses.indexOf(entry.placed.path);
      placed[number] = entry.placed === null ? 0 : treeNumber(entry.placed);
      versions[number] = entry.version ?? NaN;
      firstSeen[number] = entry.firstSeenAt;
      readAt[number] = entry.readAt ?? NaN;
      leaves[number] = NaN;
      if (entry.leafIndex !== null) {
        if (isPackedLeaf.test(entry.leafIndex)) leaves[number] = Number(entry.leafIndex);
        else {
          bits |= oddLeaf;
          oddLeaves.set(number, entry.leafIndex);
        }
      }
      if (entry.hash !== null && isPackedHash.test(entry.hash)) {
        for (let at = 0; at < hashBytes; at += 1) {
          hashes[number * hashBytes + at] =
            (digit(entry.hash.charCodeAt(2 * at)) << 4) | digit(entry.hash.charCodeAt(2 * at + 1));
        }
      } else {
        bits |= oddHash;
        if (entry.hash !== null) oddHashes.set(number, entry.hash);
      }
      if (entry.note !== '' || entry.tags.length > 0) {
        bits |= annotated;
        annotations.set(number, { note: entry.note, tags: entry.tags });
      }
      flags[number] = bits;
    },
    get: (number, key) => {
      const words = flag(number, annotated) ? annotations.get(number) : undefined;
      return {
        key,
        version: nullOrNumber(versions[number]),
        hash: hashOf(number),
        leafIndex: leafOf(number),
        verdict: verdictStatuses[(verdicts[number] ?? 0) - 1] ?? null,
        source: keySources[sources[number] ?? 0] ?? 'lookup',
        firstSeenAt: firstSeen[number] ?? 0,
        readAt: nullOrNumber(readAt[number]),
        gone: flag(number, gone),
        conflicting: flag(number, conflicting),
        placed: placedOf(number),
        bookmarked: flag(number, bookmarked),
        note: words?.note ?? '',
        tags: words?.tags ?? [],
      };
    },
    stateOf: (number) =>
      // A contradiction counts as failed, whatever was read after it.
      flag(number, conflicting)
        ? 'red'
        : flag(number, gone)
          ? 'gone'
          : (verdictStatuses[(verdicts[number] ?? 0) - 1] ?? 'unread'),
    isBookmarked: (number) => flag(number, bookmarked),
    tagsOf: (number) => annotations.get(number)?.tags ?? [],
    sortKeys: (column) => {
      switch (column) {
        case 'version':
          return floatKeys(versions);
        case 'readAt':
          return floatKeys(readAt);
        case 'firstSeenAt':
          return floatKeys(firstSeen);
        case 'leaf':
          return {
            ...floatKeys(leaves),
            isNull: (number) => leafOf(number) === null,
            // Values outside the column are larger than all values in it.
            upper: (number) => (flag(number, oddLeaf) ? 0xffffffff : upperBits(leaves[number] ?? 0)),
            compare:
              oddLeaves.size === 0 ? null : (a, b) => compareDecimals(leafOf(a) ?? '', leafOf(b) ?? ''),
          };
        case 'hash':
          return {
            isNull: (number) => flag(number, oddHash) && !oddHashes.has(number),
            // If all are packed, the byte order equals the text order.
            upper: (number) =>
              oddHashes.size === 0 ? hashBits(hashes, number, 0) : textBits(hashOf(number) ?? '', 0),
            lower: (number) =>
              oddHashes.size === 0 ? hashBits(hashes, number, 4) : textBits(hashOf(number) ?? '', 2),
            compare: (a, b) => comparePlain(hashOf(a) ?? '', hashOf(b) ?? ''),
          };
        case 'root':
          return {
            isNull: (number) => placed[number] === 0,
            upper: (number) => textBits(treeOf(number)?.rootHash ?? '', 0),
            lower: (number) => textBits(treeOf(number)?.rootHash ?? '', 2),
            compare: (a, b) => comparePlain(treeOf(a)?.rootHash ?? '', treeOf(b)?.rootHash ?? ''),
          };
        case 'treeSize':
          return {
            isNull: (number) => placed[number] === 0,
            upper: (number) => upperBits(Number(treeOf(number)?.treeSize ?? 0)),
            lower: (number) => lowerBits(Number(treeOf(number)?.treeSize ?? 0)),
            // A number cannot represent all sizes exactly.
            compare: (a, b) => compareDecimals(treeOf(a)?.treeSize ?? '', treeOf(b)?.treeSize ?? ''),
          };
        case 'verdict':
          // The worst verdict comes first.
          return byteKeys(verdicts, gravity, (number) => verdicts[number] === 0);
        case 'source':
          return byteKeys(sources, null, () => false);
      }
    },
  };
}

/** By the index in `verdictStatuses`, from 1: the worst comes first. */
const gravity = [0, ...verdictStatuses.map((_, at) => verdictStatuses.length - 1 - at)];

function byteKeys(
  column: Uint8Array,
  ranks: readonly number[] | null,
  isNull: (number: number) => boolean,
): SortKeys {
  const rank = (number: number): number => {
    const value = column[number] ?? 0;
    return ranks === null ? value : (ranks[value] ?? 0);
  };
  return { isNull, upper: () => 0, lower: rank, compare: null };
}

const scratch = new DataView(new ArrayBuffer(8));

function floatKeys(column: Float64Array): SortKeys {
  return {
    isNull: (number) => Number.isNaN(column[number] ?? NaN),
    upper: (number) => upperBits(column[number] ?? 0),
    lower: (number) => lowerBits(column[number] ?? 0),
    compare: null,
  };
}

/** The bits of a number, transformed so that they sort like the numbers. */
function upperBits(value: number): number {
  scratch.setFloat64(0, value + 0);
  const upper = scratch.getUint32(0);
  return upper >= 0x80000000 ? ~upper >>> 0 : (upper | 0x80000000) >>> 0;
}

function lowerBits(value: number): number {
  scratch.setFloat64(0, value + 0);
  const lower = scratch.getUint32(4);
  return scratch.getUint32(0) >= 0x80000000 ? ~lower >>> 0 : lower;
}

function hashBits(hashes: Uint8Array, number: number, from: number): number {
  let bits = 0;
  for (let at = 0; at < 4; at += 1) bits = bits * 0x100 + (hashes[number * hashBytes + from + at] ?? 0);
  return bits;
}

function textBits(text: string, from: number): number {
  let bits = 0;
  for (let at = from; at < from + 2; at += 1) {
    bits = bits * 0x10000 + (at < text.length ? text.charCodeAt(at) : 0);
  }
  return bits;
}

/** Compares decimal strings of any length without leading zeros. */
function compareDecimals(left: string, right: string): number {
  return left.length === right.length ? comparePlain(left, right) : left.length - right.length;
}

function comparePlain(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

function nullOrNumber(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function digit(unit: number): number {
  return unit <= 0x39 ? unit - 0x30 : unit - 0x57;
}

function larger8(column: Uint8Array<ArrayBuffer>, room: number): Uint8Array<ArrayBuffer> {
  const grown = new Uint8Array(room);
  grown.set(column);
  return grown;
}

function largerFloat(column: Float64Array<ArrayBuffer>, room: number): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(room);
  grown.set(column);
  return grown;
}
