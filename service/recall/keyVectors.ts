import type { Embedder } from './embedder.ts';
import { embeddingTexts } from './embeddingTexts.ts';
import { packVector, type PackedVector } from './packedVector.ts';

/** Computes the vectors of keys from the vectors of their texts (`embeddingTexts`), each computed once. */
export interface KeyVectors {
  /**
   * The vector of each key: the sum of those of its texts, with length 1. It depends on the key alone, not on
   * the other keys. @throws Error if the model fails.
   */
  of(keys: readonly string[]): Promise<readonly PackedVector[]>;
}

/** Texts passed to the model at once: a query waits for at most one such batch, about 40 ms. */
const textsAtOnce = 16;
/** With 512 dimensions about 17 MB. Keys that are alike are often stored together, so old ones can go. */
const mostRemembered = 32_768;

export function createKeyVectors(embedder: Embedder): KeyVectors {
  const remembered = new Map<string, PackedVector>();

  async function learn(texts: readonly string[]): Promise<ReadonlyMap<string, PackedVector>> {
    const known = new Map<string, PackedVector>();
    const missing: string[] = [];
    for (const text of new Set(texts)) {
      const vector = remembered.get(text);
      if (vector === undefined) missing.push(text);
      else known.set(text, vector);
    }
    for (let first = 0; first < missing.length; first += textsAtOnce) {
      const some = missing.slice(first, first + textsAtOnce);
      const computed = await embedder.embed(some);
      for (const [index, text] of some.entries()) {
        const vector = packVector(computed[index] ?? []);
        known.set(text, vector);
        remembered.set(text, vector);
      }
    }
    for (const text of remembered.keys()) {
      if (remembered.size <= mostRemembered) break;
      remembered.delete(text);
    }
    return known;
  }

  return {
    async of(keys) {
      const textsOf = keys.map(embeddingTexts);
      const known = await learn(textsOf.flat());
      return textsOf.map((texts) =>
        sumOf(
          texts.flatMap((text) => known.get(text) ?? []),
          embedder.dimensions,
        ),
      );
    },
  };
}

function sumOf(vectors: readonly PackedVector[], dimensions: number): PackedVector {
  const [only] = vectors;
  if (only !== undefined && vectors.length === 1) return only;
  const sum = new Float32Array(dimensions);
  for (const { scale, bytes } of vectors) {
    for (let index = 0; index < dimensions; index += 1) {
      sum[index] = (sum[index] ?? 0) + (bytes[index] ?? 0) * scale;
    }
  }
  let squares = 0;
  for (const number of sum) squares += number * number;
  const length = Math.sqrt(squares);
  if (length > 0) for (let index = 0; index < dimensions; index += 1) sum[index] = (sum[index] ?? 0) / length;
  return packVector(sum);
}
