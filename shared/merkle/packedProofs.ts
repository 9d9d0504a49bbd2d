import type { Json } from '../domain/json.ts';
import { readHashText } from './hashText.ts';
import { readHexInto, toHex } from './hex.ts';
import type { InclusionProof } from './proof.ts';
import { isJsonObject } from './proofShape.ts';
import { lengthOfHash } from './registry.ts';
import type { PathScheme } from './scheme.ts';

/**
 * Many proofs of one tree in a few flat buffers, which are transferred to a worker without copying (`buffersOf`).
 * Proofs refer to hashes by their number in a table, which contains most hashes once: neighboring leaves share nearly
 * all siblings, so that comparing numbers usually replaces comparing bytes. A shared hash is not more trustworthy.
 */
export interface PackedProofs {
  readonly scheme: PathScheme;
  readonly rootHash: Uint8Array;
  /** At most 2^53 - 1. */
  readonly treeSize: number;
  /** For each proof, its position in the input. Proofs are in the order of their leaf indices. */
  readonly entries: Uint32Array;
  readonly leafIndices: Float64Array;
  /** The table of hashes, all of the same length, one after the other. */
  readonly hashes: Uint8Array;
  /** For each proof, its leaf hash in the table. */
  readonly leaves: Uint32Array;
  /** The siblings of all proofs as numbers in the table, for each proof from leaf to root. */
  readonly siblings: Uint32Array;
  /** For each proof, where its siblings end, which is also where those of the next one begin. */
  readonly ends: Uint32Array;
}

export interface Packing {
  /** One for each root and size. */
  readonly packs: readonly PackedProofs[];
  /** Proofs of the input that are left to `verify`: chained, without a place, too large, or malformed. */
  readonly left: readonly number[];
}

/** The buffers of a pack, to transfer with a message. The pack cannot be used afterwards. */
export function buffersOf(pack: PackedProofs): readonly ArrayBuffer[] {
  const { entries, leafIndices, hashes, leaves, siblings, ends } = pack;
  return [entries, leafIndices, hashes, leaves, siblings, ends].map(({ buffer }) => buffer as ArrayBuffer);
}

/** A hash before packing: as text, or decoded. */
type Hash = string | Uint8Array;

interface ReadableProof {
  readonly entry: number;
  readonly leafHash: Hash;
  readonly siblings: readonly (Json | Uint8Array)[];
  readonly rootHash: Hash;
  readonly leafIndex: number;
  readonly treeSize: number;
}

interface Group {
  /** As in the first proof. */
  readonly first: Hash;
  readonly rootHash: Uint8Array;
  readonly treeSize: number;
  readonly proofs: ReadableProof[];
}

/**
 * Packs proofs as received, and is as strict as `parseProof`. `parts`: the maximum number of packs for the proofs
 * of one tree, one for each worker; each pack contains a run of neighboring leaves.
 */
export function packProofs(proofs: readonly Json[], scheme: PathScheme, parts = 1): Packing {
  return packReadable(
    proofs.map((proof, entry) => readFields(proof, entry)),
    scheme,
    parts,
  );
}

/** The same for proofs that are decoded already; null stands for one that is left to `verify`. */
export function packDecoded(proofs: readonly (InclusionProof | null)[], scheme: PathScheme): Packing {
  const hashBytes = lengthOfHash(scheme.hash);
  return packReadable(
    proofs.map((proof, entry) => takeDecoded(proof, entry, hashBytes)),
    scheme,
    1,
  );
}

function packReadable(proofs: readonly (ReadableProof | null)[], scheme: PathScheme, parts: number): Packing {
  const hashBytes = lengthOfHash(scheme.hash);
  const left: number[] = [];
  const packs = groupByTree(proofs, hashBytes, left).flatMap((group) => {
    const sorted = sortByLeaf(group.proofs);
    const size = Math.max(1, Math.ceil(sorted.length / parts));
    const count = Math.ceil(sorted.length / size);
    return Array.from({ length: count }, (_, part) =>
      packGroup(group, sorted.slice(part * size, (part + 1) * size), scheme, left),
    );
  });
  return { packs, left: left.sort((a, b) => a - b) };
}

function groupByTree(
  proofs: readonly (ReadableProof | null)[],
  hashBytes: number,
  left: number[],
): readonly Group[] {
  const groups = new Map<string, Group>();
  let last: Group | undefined;
  for (let entry = 0; entry < proofs.length; entry += 1) {
    const proof = proofs[entry] ?? null;
    if (proof === null) {
      left.push(entry);
      continue;
    }
    const { rootHash: first, treeSize } = proof;
    let group = last?.first === first && last.treeSize === treeSize ? last : undefined;
    if (group === undefined) {
      const rootHash = bytesOf(first, hashBytes);
      if (rootHash === null) {
        left.push(entry);
        continue;
      }
      const name = `${toHex(rootHash)} ${treeSize}`;
      group = groups.get(name) ?? { first, rootHash, treeSize, proofs: [] };
      groups.set(name, group);
    }
    group.proofs.push(proof);
    last = group;
  }
  return [...groups.values()];
}

function bytesOf(hash: Hash, hashBytes: number): Uint8Array | null {
  if (typeof hash !== 'string') return hash;
  const reading = readHashText(hash, hashBytes);
  return reading.ok ? reading.bytes : null;
}

function takeDecoded(proof: InclusionProof | null, entry: number, hashBytes: number): ReadableProof | null {
  if (proof === null || proof.leafIndex === null || proof.treeSize === null) return null;
  if (proof.treeSize > largestSize || proof.leafHash.length !== hashBytes) return null;
  const { leafHash, siblings, rootHash, leafIndex, treeSize } = proof;
  return { entry, leafHash, siblings, rootHash, leafIndex: Number(leafIndex), treeSize: Number(treeSize) };
}

const largestSize = BigInt(Number.MAX_SAFE_INTEGER);

/** The fields of a proof under the names of the API, if they can be packed; null leaves the proof to `verify`. */
function readFields(raw: Json, entry: number): ReadableProof | null {
  if (!isJsonObject(raw) || raw['currentProof'] !== undefined) return null;
  const { leafHash, siblings, rootHash, leafIndex, treeSize } = raw;
  if (typeof leafHash !== 'string' || typeof rootHash !== 'string' || !Array.isArray(siblings)) return null;
  if (!isPlace(leafIndex) || !isPlace(treeSize) || leafIndex >= treeSize) return null;
  return { entry, leafHash, siblings: siblings as readonly Json[], rootHash, leafIndex, treeSize };
}

function isPlace(raw: Json | undefined): raw is number {
  return typeof raw === 'number' && Number.isSafeInteger(raw) && raw >= 0;
}

function sortByLeaf(proofs: readonly ReadableProof[]): readonly ReadableProof[] {
  const isSorted = proofs.every(
    (proof, at) => at === 0 || (proofs[at - 1]?.leafIndex ?? 0) <= proof.leafIndex,
  );
  if (isSorted) return proofs;
  const largest = proofs.reduce((most, { leafIndex }) => Math.max(most, leafIndex), 0);
  if (largest >= Number.MAX_SAFE_INTEGER / proofs.length - 1)
    return [...proofs].sort((a, b) => a.leafIndex - b.leafIndex);
  // Sorting numbers is several times faster than sorting objects with a comparator. Each encodes the leaf and the proof.
  const places = Float64Array.from(proofs, ({ leafIndex }, at) => leafIndex * proofs.length + at).sort();
  return Array.from(places, (place) => proofs[place % proofs.length]).filter((proof) => proof !== undefined);
}

function packGroup(
  { rootHash, treeSize }: Group,
  proofs: readonly ReadableProof[],
  scheme: PathScheme,
  left: number[],
): PackedProofs {
  const table = createTable(lengthOfHash(scheme.hash));
  const entries = new Uint32Array(proofs.length);
  const leafIndices = new Float64Array(proofs.length);
  const leaves = new Uint32Array(proofs.length);
  const ends = new Uint32Array(proofs.length);
  const siblings = new Uint32Array(proofs.reduce((sum, proof) => sum + proof.siblings.length, 0));
  let count = 0;
  let end = 0;
  let before: ReadableProof['siblings'] = [];
  let beforeEnd = 0;
  const upwards = scheme.order === 'leaf-to-root';
  for (const proof of proofs) {
    const { siblings: texts } = proof;
    const leaf = table.add(proof.leafHash);
    let isReadable = leaf !== null;
    for (let step = 0; isReadable && step < texts.length; step += 1) {
      // Counted from the root, neighboring leaves have the same siblings at the same steps.
      const text = texts[upwards ? texts.length - 1 - step : step];
      const same = step < before.length && before[upwards ? before.length - 1 - step : step] === text;
      const number = same ? siblings[beforeEnd - 1 - step] : table.add(text);
      if (number === undefined || number === null) isReadable = false;
      else siblings[end + texts.length - 1 - step] = number;
    }
    if (leaf === null || !isReadable) {
      left.push(proof.entry);
      continue;
    }
    end += texts.length;
    entries[count] = proof.entry;
    leafIndices[count] = proof.leafIndex;
    leaves[count] = leaf;
    ends[count] = end;
    count += 1;
    before = texts;
    beforeEnd = end;
  }
  return {
    scheme,
    rootHash,
    treeSize,
    entries: entries.slice(0, count),
    leafIndices: leafIndices.slice(0, count),
    hashes: table.bytes(),
    leaves: leaves.slice(0, count),
    siblings: siblings.slice(0, end),
    ends: ends.slice(0, count),
  };
}

function createTable(hashBytes: number) {
  let bytes = new Uint8Array(1024 * hashBytes);
  let used = 0;
  return {
    /** The number of this hash in the table, to which it is added if necessary; null if the text is not a hash of this length. */
    add: (hash: Json | Uint8Array | undefined): number | null => {
      const isDecoded = hash instanceof Uint8Array;
      if (!isDecoded && typeof hash !== 'string') return null;
      if (used + hashBytes > bytes.length) {
        const larger = new Uint8Array(2 * bytes.length);
        larger.set(bytes);
        bytes = larger;
      }
      if (isDecoded) bytes.set(hash, used);
      else if (hash.length !== 2 * hashBytes || !readHexInto(bytes, used, hash)) {
        const reading = readHashText(hash, hashBytes);
        if (!reading.ok) return null;
        bytes.set(reading.bytes, used);
      }
      used += hashBytes;
      return used / hashBytes - 1;
    },
    bytes: () => bytes.slice(0, used),
  };
}
