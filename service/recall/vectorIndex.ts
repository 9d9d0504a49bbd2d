import { yieldRegularly } from '../yieldRegularly.ts';
import type { PackedVector } from './packedVector.ts';
import { createVectorRows, type VectorRows } from './scan/vectorRows.ts';

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

export function createVectorIndex(dimensions: number): VectorIndex {
  // Not before the first vector: recall by words alone needs none.
  let held: VectorRows | null = null;
  const vectors = (): VectorRows => (held ??= createVectorRows(dimensions));
  const keyNumberOf: number[] = [];
  const rowOf = new Map<number, number>();

  /** The rows whose signs agree most with the query's. */
  async function candidates(query: Float32Array): Promise<readonly number[]> {
    const rows = keyNumberOf.length;
    if (rows <= lookedAtClosely) return keyNumberOf.map((_, row) => row);
    const differences = new Uint16Array(rows);
    const rowsWith = new Uint32Array(dimensions + 1);
    const turn = yieldRegularly();
    for (const { first, counts } of vectors().differences(query)) {
      differences.set(counts, first);
      countEach(counts, rowsWith);
      const others = turn();
      if (others !== null) await others;
    }
    // All rows below this number of differences, and the first of those that have it.
    let most = 0;
    let below = 0;
    while (below + (rowsWith[most] ?? 0) < lookedAtClosely) {
      below += rowsWith[most] ?? 0;
      most += 1;
    }
    return rowsUpTo(most, lookedAtClosely - below, differences);
  }

  return {
    add(keyNumber, vector) {
      const row = rowOf.get(keyNumber) ?? keyNumberOf.length;
      vectors().set(row, vector);
      rowOf.set(keyNumber, row);
      keyNumberOf[row] = keyNumber;
    },

    has: (keyNumber) => rowOf.has(keyNumber),

    cosine(query, keyNumber) {
      const row = rowOf.get(keyNumber);
      return row === undefined ? null : vectors().cosine(query, row);
    },

    async nearest(query, count) {
      const rows = await candidates(query);
      const cosines = Float32Array.from(rows, (row) => vectors().cosine(query, row));
      // Sorting numbers is far faster than sorting objects, of which few are left then.
      const least = cosines.slice().sort()[Math.max(0, cosines.length - count)] ?? 0;
      const near: NearKey[] = [];
      for (const [place, row] of rows.entries()) {
        const cosine = cosines[place] ?? 0;
        if (cosine >= least) near.push({ keyNumber: keyNumberOf[row] ?? 0, cosine });
      }
      return near
        .sort((one, other) => other.cosine - one.cosine || one.keyNumber - other.keyNumber)
        .slice(0, count);
    },

    get size() {
      return keyNumberOf.length;
    },
  };
}

// Functions of their own, with plain loops: they see every vector, and are compiled well.

function countEach(numbers: Uint16Array, into: Uint32Array): void {
  for (let index = 0; index < numbers.length; index += 1) {
    const number = numbers[index] ?? 0;
    into[number] = (into[number] ?? 0) + 1;
  }
}

/** The rows with fewer differences than `most`, and the first `room` of those with as many. */
function rowsUpTo(most: number, room: number, differences: Uint16Array): readonly number[] {
  const found: number[] = [];
  let left = room;
  for (let row = 0; row < differences.length; row += 1) {
    const count = differences[row] ?? 0;
    if (count > most) continue;
    if (count === most) {
      if (left === 0) continue;
      left -= 1;
    }
    found.push(row);
  }
  return found;
}
