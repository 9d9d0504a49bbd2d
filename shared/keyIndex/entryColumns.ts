import { keySources, type CatalogueEntry, type LeafPlace } from '../domain/catalogue.ts';
import type { ChangeKind } from '../domain/keyChange.ts';
import type { KeyState, SortColumn } from '../domain/catalogueQuery.ts';
import {
  byteKeys,
  compareDecimals,
  comparePlain,
  floatKeys,
  gravity,
  hashBits,
  hashBytes,
  lowerBits,
  textBits,
  upperBits,
  type SortKeys,
} from './sortKeys.ts';
import { verdictStatuses, type CheckStatus, type VerdictStatus } from '../merkle/verdict.ts';

/**
 * What is known about each key, by its number, in flat arrays: 500,000 objects would take several times the memory,
 * and this way a column can be sorted by numbers.
 */
export interface EntryColumns {
  readonly readAt: (number: number) => number | null;
  /** The same reading at another time, and under another root perhaps. */
  readonly repeat: (number: number, at: number, place: LeafPlace) => void;
  /** The caller stores `entry.key`. */
  readonly set: (number: number, entry: CatalogueEntry) => void;
  readonly get: (number: number, key: string) => CatalogueEntry;
  readonly clear: (number: number) => void;
  readonly stateOf: (number: number) => KeyState;
  /** How it differs from what was known at a time; null if it does not. */
  readonly changeSince: (number: number, since: number) => ChangeKind | null;
  readonly firstSeenAt: (number: number) => number;
  readonly isBookmarked: (number: number) => boolean;
  readonly isGone: (number: number) => boolean;
  readonly tagsOf: (number: number) => readonly string[];
  readonly verdictOf: (number: number) => VerdictStatus | null;
  /** null if it was not read. */
  readonly versionOf: (number: number) => number | null;
  /** Whether a leaf position was read, even with a failed check. */
  readonly hasLeaf: (number: number) => boolean;
  /** Its leaf position, decimal; null if none was read, or if the reading with it failed a check. */
  readonly leafOf: (number: number) => string | null;
  /** The same as a number; NaN for null, and for positions that a number cannot represent. */
  readonly leafNumberOf: (number: number) => number;
  readonly placedOf: (number: number) => LeafPlace | null;
  /** The entries of these numbers, under the numbers from 0. */
  readonly pack: (numbers: Uint32Array) => PackedColumns;
  /** The sort keys of a column. */
  readonly sortKeys: (column: Exclude<SortColumn, 'key'>) => SortKeys;
}

/** The columns of some entries, from which `createEntryColumns` makes the same entries again. */
export interface PackedColumns {
  readonly flags: Bytes;
  readonly verdicts: Bytes;
  readonly sources: Bytes;
  readonly paths: Bytes;
  readonly hashes: Bytes;
  readonly placed: Uint32Array<ArrayBuffer>;
  readonly versions: Floats;
  readonly leaves: Floats;
  readonly firstSeen: Floats;
  readonly readAt: Floats;
  readonly changedAt: Floats;
  readonly rest: RestOfColumns;
}

/** What does not fit the columns: the number of an entry, and its value. */
export interface RestOfColumns {
  readonly oddHashes: readonly (readonly [number, string | null])[];
  readonly oddLeaves: readonly (readonly [number, string])[];
  readonly annotations: readonly (readonly [number, Annotations])[];
  readonly trees: readonly Tree[];
}

type Bytes = Uint8Array<ArrayBuffer>;
type Floats = Float64Array<ArrayBuffer>;

/** The lists into which packed columns point. If one of them changes, they mean something else. */
export const columnLists = {
  verdictStatuses,
  keySources,
  checkStatuses: ['pass', 'fail', 'undecided'],
} as const;

const checkStatuses: readonly CheckStatus[] = columnLists.checkStatuses;

const isPackedHash = /^[0-9a-f]{64}$/;
const isPackedLeaf = /^(0|[1-9]\d{0,14})$/;

const gone = 1;
const bookmarked = 2;
const annotated = 4;
const oddHash = 8;
const oddLeaf = 16;
const conflicting = 32;

interface Tree {
  readonly rootHash: string;
  readonly treeSize: string;
}

interface Annotations {
  readonly note: string;
  readonly tags: readonly string[];
}

/** @param packed what they begin with; its arrays are used, not copied */
export function createEntryColumns(packed: PackedColumns | null = null): EntryColumns {
  let room = packed?.flags.length ?? 1_024;
  let flags = packed?.flags ?? new Uint8Array(room);
  /** 0 for null, otherwise 1 + the index in the list of its values. */
  let verdicts = packed?.verdicts ?? new Uint8Array(room);
  let sources = packed?.sources ?? new Uint8Array(room);
  let paths = packed?.paths ?? new Uint8Array(room);
  /** 1 + the index in `trees`. */
  let placed = packed?.placed ?? new Uint32Array(room);
  /** NaN for null, here and in the next columns. */
  let versions = packed?.versions ?? new Float64Array(room);
  let leaves = packed?.leaves ?? new Float64Array(room);
  let firstSeen = packed?.firstSeen ?? new Float64Array(room);
  let readAt = packed?.readAt ?? new Float64Array(room);
  let changedAt = packed?.changedAt ?? new Float64Array(room);
  let hashes = packed?.hashes ?? new Uint8Array(room * hashBytes);
  /** Values that do not fit their column: hashes that are not 32 bytes in lowercase hex (or null), and long leaf positions. */
  const oddHashes = new Map<number, string | null>(packed?.rest.oddHashes);
  const oddLeaves = new Map<number, string>(packed?.rest.oddLeaves);
  const annotations = new Map<number, Annotations>(packed?.rest.annotations);
  const trees: Tree[] = [...(packed?.rest.trees ?? [])];
  const treeNumbers = new Map(trees.map((tree, at) => [treeName(tree), at + 1]));

  const grow = (): void => {
    // By a quarter: doubling would reserve 80 bytes for each of half a million entries that may never come.
    room += Math.max(1_024, room >>> 2);
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
    changedAt = largerFloat(changedAt, room);
    hashes = larger8(hashes, room * hashBytes);
  };
  const flag = (number: number, bit: number): boolean => ((flags[number] ?? 0) & bit) !== 0;
  const treeNumber = ({ rootHash, treeSize }: LeafPlace): number => {
    const name = treeName({ rootHash, treeSize });
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
    hasLeaf: (number) => flag(number, oddLeaf) || !Number.isNaN(leaves[number] ?? NaN),
    leafNumberOf: (number) => (isBelieved(number) && !flag(number, oddLeaf) ? (leaves[number] ?? NaN) : NaN),
    placedOf,
    readAt: (number) => nullOrNumber(readAt[number]),
    repeat: (number, at, place) => {
      readAt[number] = at;
      placed[number] = treeNumber(place);
      paths[number] = checkStatuses.indexOf(place.path);
    },
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
      changedAt[number] = entry.changedAt ?? NaN;
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
        changedAt: nullOrNumber(changedAt[number]),
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
    changeSince: (number, since) => {
      const isChanged = (changedAt[number] ?? NaN) >= since;
      if (isChanged && flag(number, gone)) return 'missing';
      if ((firstSeen[number] ?? NaN) >= since) return 'new';
      return isChanged ? 'changed' : null;
    },
    firstSeenAt: (number) => firstSeen[number] ?? NaN,
    isBookmarked: (number) => flag(number, bookmarked),
    isGone: (number) => flag(number, gone),
    tagsOf: (number) => (flag(number, annotated) ? (annotations.get(number)?.tags ?? []) : []),
    pack: (numbers) => {
      const restOf = <T>(values: ReadonlyMap<number, T>): readonly (readonly [number, T])[] =>
        values.size === 0
          ? []
          : [...numbers].flatMap((number, at) => {
              const value = values.get(number);
              return value === undefined ? [] : [[at, value] as const];
            });
      const packedHashes = new Uint8Array(numbers.length * hashBytes);
      for (const [at, number] of numbers.entries()) {
        packedHashes.set(hashes.subarray(number * hashBytes, (number + 1) * hashBytes), at * hashBytes);
      }
      return {
        flags: picked(flags, numbers, new Uint8Array(numbers.length)),
        verdicts: picked(verdicts, numbers, new Uint8Array(numbers.length)),
        sources: picked(sources, numbers, new Uint8Array(numbers.length)),
        paths: picked(paths, numbers, new Uint8Array(numbers.length)),
        hashes: packedHashes,
        placed: picked(placed, numbers, new Uint32Array(numbers.length)),
        versions: picked(versions, numbers, new Float64Array(numbers.length)),
        leaves: picked(leaves, numbers, new Float64Array(numbers.length)),
        firstSeen: picked(firstSeen, numbers, new Float64Array(numbers.length)),
        readAt: picked(readAt, numbers, new Float64Array(numbers.length)),
        changedAt: picked(changedAt, numbers, new Float64Array(numbers.length)),
        rest: {
          oddHashes: restOf(oddHashes),
          oddLeaves: restOf(oddLeaves),
          annotations: restOf(annotations),
          trees,
        },
      };
    },
    sortKeys: (column) => {
      switch (column) {
        case 'version':
          return floatKeys(versions);
        case 'readAt':
          return floatKeys(readAt);
        case 'firstSeenAt':
          return floatKeys(firstSeen);
        case 'changedAt':
          return floatKeys(changedAt);
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

function treeName({ rootHash, treeSize }: Tree): string {
  return `${treeSize} ${rootHash}`;
}

function picked<Column extends Bytes | Floats | Uint32Array<ArrayBuffer>>(
  column: Column,
  numbers: Uint32Array,
  into: Column,
): Column {
  for (let at = 0; at < numbers.length; at += 1) into[at] = column[numbers[at] ?? 0] ?? 0;
  return into;
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
