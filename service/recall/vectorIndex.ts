import { yieldRegularly } from '../yieldRegularly.ts';

/** A vector of length 1 with one byte per dimension: dimension i is about `bytes[i] * scale`. */
export interface PackedVector {
  readonly scale: number;
  readonly bytes: Int8Array;
}

/** How near a key is to a query: the cosine of their vectors, -1 to 1. */
export interface NearKey {
  readonly keyNumber: number;
  readonly cosine: number;
}

/** Vectors of keys, by key number. 576 bytes for each of 512 dimensions. */
export interface VectorIndex {
  add(keyNumber: number, vector: PackedVector): void;
  has(keyNumber: number): boolean;
  /** null for a key without a vector. */
  cosine(query: Float32Array, keyNumber: number): number | null;
  /**
   * The `count` nearest keys, approximately: the 4,096 whose signs agree most with the query's are compared
   * exactly, which in smaller stores is all. Yields to other work every few milliseconds.
   */
  nearest(query: Float32Array, count: number): Promise<readonly NearKey[]>;
  /** Number of vectors. */
  readonly size: number;
}

const lookedAtClosely = 4_096;
const rowsAChunk = 8_192;

interface Chunk {
  readonly bytes: Int8Array;
  readonly signs: Uint32Array;
  readonly scales: Float32Array;
}

/** `dimensions` is a multiple of 32. */
export function createVectorIndex(dimensions: number): VectorIndex {
  const words = dimensions / 32;
  const chunks: Chunk[] = [];
  const keyNumberOf: number[] = [];
  const rowOf = new Map<number, number>();

  const chunkOf = (row: number): Chunk => {
    const index = Math.floor(row / rowsAChunk);
    return (chunks[index] ??= {
      bytes: new Int8Array(rowsAChunk * dimensions),
      signs: new Uint32Array(rowsAChunk * words),
      scales: new Float32Array(rowsAChunk),
    });
  };

  function cosineOfRow(query: Float32Array, row: number): number {
    const { bytes, scales } = chunkOf(row);
    const place = row % rowsAChunk;
    const start = place * dimensions;
    let sum = 0;
    for (let index = 0; index < dimensions; index += 1) {
      sum += (bytes[start + index] ?? 0) * (query[index] ?? 0);
    }
    return sum * (scales[place] ?? 0);
  }

  /** How many signs differ, for `rows` rows starting at `first`, all in one chunk. */
  function differences(query: Uint32Array, first: number, rows: number, into: Uint16Array): void {
    const { signs } = chunkOf(first);
    let word = (first % rowsAChunk) * words;
    for (let row = first; row < first + rows; row += 1) {
      let differing = 0;
      for (let index = 0; index < words; index += 1, word += 1) {
        differing += bitCount((signs[word] ?? 0) ^ (query[index] ?? 0));
      }
      into[row] = differing;
    }
  }

  /** The rows whose signs agree most with the query's. */
  async function candidates(query: Float32Array): Promise<readonly number[]> {
    const rows = keyNumberOf.length;
    if (rows <= lookedAtClosely) return keyNumberOf.map((_, row) => row);
    const wanted = signsOf(query);
    const differing = new Uint16Array(rows);
    const turn = yieldRegularly();
    for (let row = 0; row < rows; row += rowsAChunk) {
      differences(wanted, row, Math.min(rowsAChunk, rows - row), differing);
      const others = turn();
      if (others !== null) await others;
    }
    const rowsWith = new Uint32Array(dimensions + 1);
    for (const count of differing) rowsWith[count] = (rowsWith[count] ?? 0) + 1;
    let most = 0;
    for (let taken = 0; most < dimensions; most += 1) {
      taken += rowsWith[most] ?? 0;
      if (taken >= lookedAtClosely) break;
    }
    const found: number[] = [];
    for (let row = 0; row < rows && found.length < 2 * lookedAtClosely; row += 1) {
      if ((differing[row] ?? 0) <= most) found.push(row);
    }
    return found;
  }

  return {
    add(keyNumber, { scale, bytes }) {
      const row = rowOf.get(keyNumber) ?? keyNumberOf.length;
      const chunk = chunkOf(row);
      const place = row % rowsAChunk;
      chunk.bytes.set(bytes, place * dimensions);
      chunk.signs.set(signsOf(bytes), place * words);
      chunk.scales[place] = scale;
      rowOf.set(keyNumber, row);
      keyNumberOf[row] = keyNumber;
    },

    has: (keyNumber) => rowOf.has(keyNumber),

    cosine(query, keyNumber) {
      const row = rowOf.get(keyNumber);
      return row === undefined ? null : cosineOfRow(query, row);
    },

    async nearest(query, count) {
      const near = (await candidates(query)).map((row) => ({
        keyNumber: keyNumberOf[row] ?? 0,
        cosine: cosineOfRow(query, row),
      }));
      return near
        .sort((one, other) => other.cosine - one.cosine || one.keyNumber - other.keyNumber)
        .slice(0, count);
    },

    get size() {
      return keyNumberOf.length;
    },
  };
}

export function packVector(vector: readonly number[] | Float32Array): PackedVector {
  let largest = 0;
  for (const number of vector) largest = Math.max(largest, Math.abs(number));
  const scale = largest / 127;
  const bytes = new Int8Array(vector.length);
  if (scale > 0) {
    for (let index = 0; index < bytes.length; index += 1) {
      bytes[index] = Math.round((vector[index] ?? 0) / scale);
    }
  }
  return { scale, bytes };
}

/** One bit per dimension: whether it is negative. */
function signsOf(vector: Float32Array | Int8Array): Uint32Array {
  const signs = new Uint32Array(vector.length / 32);
  vector.forEach((number, index) => {
    const word = index >>> 5;
    if (number < 0) signs[word] = (signs[word] ?? 0) | (1 << (index & 31));
  });
  return signs;
}

/** Of 32 bits ("Hacker's Delight", 5-1). */
function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
