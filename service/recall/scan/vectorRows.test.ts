import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import wabt from 'wabt';
import { packVector } from '../packedVector.ts';
import { compiledScan, createVectorRows } from './vectorRows.ts';

/** Fixed, random-looking numbers from -1 to 1. */
function numbers(count: number, seed: number): Float32Array {
  let state = (seed + 1) * 7919;
  return Float32Array.from({ length: count }, () => {
    state = (state * 48271) % 2147483647;
    return state / 1073741824 - 1;
  });
}

function differences(query: Float32Array, row: Float32Array): number {
  const { bytes } = packVector(row);
  return query.filter((number, index) => number < 0 !== (bytes[index] ?? 0) < 0).length;
}

describe('rows of vectors', () => {
  it('are compared by the program that its source describes', async () => {
    const compiler = await wabt();
    const source = await readFile(join(import.meta.dirname, 'scan.wat'), 'utf8');
    const { buffer } = compiler.parseWat('scan.wat', source, { simd: true }).toBinary({});
    expect(Buffer.from(buffer).toString('base64')).toBe(compiledScan);
  });

  it.each([1, 80, 512])('with %i dimensions have the cosines and signs of their vectors', (dimensions) => {
    const rows = createVectorRows(dimensions);
    const vectors = Array.from({ length: 9_000 }, (_, row) => numbers(dimensions, row));
    for (const [row, vector] of vectors.entries()) rows.set(row, packVector(vector));
    const query = numbers(dimensions, 100_000);
    const counted: number[] = [];
    for (const { first, counts } of rows.differences(query)) {
      expect(first).toBe(counted.length);
      counted.push(...counts);
    }
    expect(counted).toEqual(vectors.map((vector) => differences(query, vector)));
    for (const row of [0, 1, 8_191, 8_192, 8_999]) {
      const { bytes, scale } = packVector(vectors[row] ?? []);
      const product = query.reduce((sum, number, index) => sum + number * (bytes[index] ?? 0), 0);
      expect(rows.cosine(query, row)).toBeCloseTo(product * scale, 4);
    }
  });

  it('can be replaced and added to between two blocks of a comparison, and compared with another query', () => {
    const rows = createVectorRows(16);
    const set = (row: number, vector: Float32Array) => rows.set(row, packVector(vector));
    for (let row = 0; row < 8_193; row += 1) set(row, numbers(16, row));
    const query = numbers(16, 5);
    const counted: number[] = [];
    for (const { first, counts } of rows.differences(query)) {
      counted.push(...counts);
      if (first > 0) continue;
      // Enough for the memory to grow.
      for (let row = 8_193; row < 20_000; row += 1) set(row, numbers(16, row));
      set(8_192, query);
      expect([...rows.differences(numbers(16, 6))].length).toBe(3);
    }
    const expected = Array.from({ length: 8_192 }, (_, row) => differences(query, numbers(16, row)));
    expect(counted).toEqual([...expected, 0]);
  });
});
