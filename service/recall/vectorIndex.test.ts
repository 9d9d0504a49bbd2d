import { describe, expect, it } from 'vitest';
import { createEmbedder } from './embedder.ts';
import { createKeyVectors } from './keyVectors.ts';
import { packVector } from './packedVector.ts';
import { createVectorIndex } from './vectorIndex.ts';

const dimensions = 64;

/** Fixed, random-looking vectors of length 1. */
function vectorOf(seed: number): readonly number[] {
  let state = (seed + 1) * 7919;
  const raw = Array.from({ length: dimensions }, () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647 - 0.5;
  });
  const length = Math.hypot(...raw);
  return raw.map((number) => number / length);
}

function cosineOf(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, number, index) => sum + number * (other[index] ?? 0), 0);
}

const kinds = 'user project session fact procedure person tool site crop meeting'.split(' ');
const names = 'orchid meltwater almanac pollen nightjar halden sapporo glen priya yusuf'.split(' ');
const aspects = 'status owner blocker budget theme language schedule temperature contact deadline'.split(' ');
const queries = [
  'status of the orchid project',
  'who owns meltwater',
  'what theme does Glen like',
  'language that Yusuf speaks',
  'deadline 7',
  'how warm is it in Sapporo',
  'money left for almanac',
  'xylophone',
];

/** `v1.user.orchid.status.n0`, and so on: many keys with similar meanings. */
function keyOf(number: number): string {
  const one = (words: readonly string[], turn: number): string => words[turn % words.length] ?? '';
  const turn = Math.floor(number / 1_000);
  return `v1.${one(kinds, number)}.${one(names, Math.floor(number / 10))}.${one(aspects, Math.floor(number / 100))}.n${turn}`;
}

describe('packVector', () => {
  it('keeps every dimension to within half a step', () => {
    const vector = vectorOf(1);
    const { scale, bytes } = packVector(vector);
    for (const [index, number] of vector.entries()) {
      expect(Math.abs((bytes[index] ?? 0) * scale - number)).toBeLessThanOrEqual(scale / 2 + 1e-9);
    }
    expect(packVector([0, 0])).toEqual({ scale: 0, bytes: new Int8Array(2) });
  });
});

describe('the vector index', () => {
  it('finds the nearest keys in order, like an exhaustive comparison', async () => {
    const index = createVectorIndex(dimensions);
    const keyNumbers = Array.from({ length: 500 }, (_, number) => number * 3);
    for (const keyNumber of keyNumbers) index.add(keyNumber, packVector(vectorOf(keyNumber)));
    const query = vectorOf(12_345);
    const expected = keyNumbers
      .map((keyNumber) => ({ keyNumber, cosine: cosineOf(query, vectorOf(keyNumber)) }))
      .sort((one, other) => other.cosine - one.cosine)
      .slice(0, 10);
    const found = await index.nearest(Float32Array.from(query), 10);
    expect(found.map(({ keyNumber }) => keyNumber)).toEqual(expected.map(({ keyNumber }) => keyNumber));
    for (const [place, { cosine }] of found.entries()) {
      expect(cosine).toBeCloseTo(expected[place]?.cosine ?? 0, 2);
    }
  });

  it('finds the nearest keys among more than it compares exactly', async () => {
    const index = createVectorIndex(dimensions);
    for (let number = 0; number < 40_000; number += 1) index.add(number, packVector(vectorOf(number)));
    const near = vectorOf(31_415);
    const query = near.map((number, place) => number + (place % 2 === 0 ? 0.02 : -0.02));
    const [best] = await index.nearest(Float32Array.from(query), 1);
    expect(best?.keyNumber).toBe(31_415);
  });

  it('returns the vector of a key, and which keys have none', () => {
    const index = createVectorIndex(dimensions);
    index.add(7, packVector(vectorOf(1)));
    index.add(7, packVector(vectorOf(2)));
    expect(index.size).toBe(1);
    expect([index.has(7), index.has(0)]).toEqual([true, false]);
    expect(index.cosine(Float32Array.from(vectorOf(2)), 7)).toBeCloseTo(1, 2);
    expect(index.cosine(Float32Array.from(vectorOf(2)), 0)).toBeNull();
  });

  it('agrees with a comparison of all vectors in at least 95 % of the first ten keys of 15,000', async () => {
    const embedder = createEmbedder();
    const keys = Array.from({ length: 15_000 }, (_, number) => keyOf(number));
    const vectors = await createKeyVectors(embedder).of(keys);
    const index = createVectorIndex(embedder.dimensions);
    for (const [number, vector] of vectors.entries()) index.add(number, vector);
    let agreed = 0;
    for (let turn = 0; turn < queries.length; turn += 1) {
      const [query = []] = await embedder.embed([queries[turn] ?? '']);
      const all = vectors.map(({ bytes, scale }) => {
        let product = 0;
        for (let place = 0; place < bytes.length; place += 1)
          product += (bytes[place] ?? 0) * (query[place] ?? 0);
        return product * scale;
      });
      const tenth = [...all].sort((one, other) => other - one)[9] ?? 0;
      const found = await index.nearest(Float32Array.from(query), 10);
      // Keys that differ only in numbers have the same vector, so that any of them may be among the first ten.
      agreed += found.filter(({ keyNumber }) => (all[keyNumber] ?? 0) >= tenth - 1e-6).length;
    }
    await embedder.close();
    expect(agreed / (10 * queries.length)).toBeGreaterThanOrEqual(0.95);
  });
});
