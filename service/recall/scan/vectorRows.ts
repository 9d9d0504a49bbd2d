import type { PackedVector } from '../packedVector.ts';

/** `scan.wat`, compiled. A test compares them, and shows the new text after a change. */
export const compiledScan =
  'AGFzbQEAAAABEAJgBX9/f39/AGADf39/AX0DAwIAAQUDAQABByMDBm1lbW9yeQIAEGNvdW50RGlmZmVyZW5jZXMAAANkb3QAAQrRAgKYAQIDfwF7IAQgA0EBdGohBQJAA0AgBCAFTw0B/QwAAAAAAAAAAAAAAAAAAAAAIQggACEHIAEgAmohBgNAIAggAf0ABAAgB/0ABAD9Uf1i/X39jgEhCCAHQRBqIQcgAUEQaiEBIAEgBkkNAAsgCP1/IQggBCAI/RsAIAj9GwFqIAj9GwIgCP0bA2pqOwEAIARBAmohBAwACwsLtAECAX8EeyABIAJqIQMDQCAB/QAEAP2HASEEIAH9AAQA/YgBIQUgBiAE/acB/foBIAD9AAQA/eYBIAT9qAH9+gEgAP0ABBD95gH95AH95AEhBiAHIAX9pwH9+gEgAP0ABCD95gEgBf2oAf36ASAA/QAEMP3mAf3kAf3kASEHIABBwABqIQAgAUEQaiEBIAEgA0kNAAsgBiAH/eQBIQYgBv0fACAG/R8BkiAG/R8CIAb9HwOSkgs=';

/** Many vectors, one row each, in the memory of the program that compares them. */
export interface VectorRows {
  /** Rows are set in order, and may be set again. */
  set(row: number, vector: PackedVector): void;
  /** The product of the query and a row; with vectors of length 1, the cosine. */
  cosine(query: Float32Array, row: number): number;
  /**
   * In how many dimensions each row and the query have different signs, block by block, in order. Read the numbers before the
   * next block: they are overwritten.
   */
  differences(query: Float32Array): Generator<{ readonly first: number; readonly counts: Uint16Array }>;
}

interface Program {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly countDifferences: (
    query: number,
    signs: number,
    rowBytes: number,
    rows: number,
    counts: number,
  ) => void;
  readonly dot: (query: number, bytes: number, count: number) => number;
}

/** Comparing the signs of a block takes about a tenth of a millisecond. */
const rowsABlock = 8_192;
const pageBytes = 65_536;

export function createVectorRows(dimensions: number): VectorRows {
  const { memory, countDifferences, dot } = start();
  // The program takes 128 signs at a time. What a row has beyond its dimensions is zero, and so the same everywhere.
  const width = Math.max(128, Math.ceil(dimensions / 128) * 128);
  const signBytes = width / 8;
  // First comes room for a query, its signs, and the numbers of a block; then the blocks, each with its signs before its vectors.
  const querySigns = 4 * width;
  const counts = querySigns + signBytes;
  const firstBlock = Math.ceil((counts + 2 * rowsABlock) / pageBytes) * pageBytes;
  const blockBytes = rowsABlock * (signBytes + width);
  memory.grow(firstBlock / pageBytes - 1);
  const scales: number[] = [];

  const blockOf = (row: number): number => firstBlock + Math.floor(row / rowsABlock) * blockBytes;
  const bytesOf = (row: number): number => blockOf(row) + rowsABlock * signBytes + (row % rowsABlock) * width;

  function writeSigns(at: number, vector: Float32Array | Int8Array): void {
    const signs = new Uint8Array(memory.buffer, at, signBytes).fill(0);
    for (let index = 0; index < vector.length; index += 1) {
      if ((vector[index] ?? 0) < 0) signs[index >>> 3] = (signs[index >>> 3] ?? 0) | (1 << (index & 7));
    }
  }

  return {
    set(row, { scale, bytes }) {
      const end = blockOf(row) + blockBytes;
      if (end > memory.buffer.byteLength) memory.grow((end - memory.buffer.byteLength) / pageBytes);
      writeSigns(blockOf(row) + (row % rowsABlock) * signBytes, bytes);
      new Int8Array(memory.buffer, bytesOf(row), width).set(bytes);
      scales[row] = scale;
    },

    cosine(query, row) {
      new Float32Array(memory.buffer, 0, width).set(query);
      return dot(0, bytesOf(row), width) * (scales[row] ?? 0);
    },

    *differences(query) {
      const rows = scales.length;
      for (let first = 0; first < rows; first += rowsABlock) {
        const count = Math.min(rowsABlock, rows - first);
        // For each block, because another query may have been here meanwhile.
        writeSigns(querySigns, query);
        countDifferences(querySigns, blockOf(first), signBytes, count, counts);
        yield { first, counts: new Uint16Array(memory.buffer, counts, count) };
      }
    },
  };
}

/** The parts that are used. TypeScript knows them only in browsers. */
interface WebAssemblyParts {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

function start(): Program {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyParts }).WebAssembly;
  return new Instance(new Module(Buffer.from(compiledScan, 'base64'))).exports as Program;
}
