import type { PackedVector } from '../recall/packedVector.ts';
import type { Database } from './database.ts';

export interface KeyVector {
  readonly key: string;
  readonly vector: PackedVector;
}

/**
 * Saves the vectors of keys, so that a start need not compute them again. Since they can be recomputed,
 * nothing is synced.
 */
export interface VectorStore {
  /** Everything saved for this model, in batches; what was saved for another model is deleted. */
  load(modelId: string): AsyncIterable<readonly KeyVector[]>;
  save(vectors: readonly KeyVector[]): Promise<void>;
}

const vectorsAtOnce = 256;
const modelKey = 'model';
/** A 32-bit float, the scale, precedes the bytes. */
const scaleBytes = 4;

export function createVectorStore({
  vectors,
  vectorModel,
}: Pick<Database, 'vectors' | 'vectorModel'>): VectorStore {
  return {
    async *load(modelId) {
      if ((await vectorModel.get(modelKey)) !== modelId) {
        // The old vectors are deleted first: a crash in between must not leave them under the new name.
        await vectors.clear();
        await vectorModel.put(modelKey, modelId);
        return;
      }
      const entries = vectors.iterator();
      try {
        for (;;) {
          const some = await entries.nextv(vectorsAtOnce);
          if (some.length === 0) return;
          yield some.map(([key, buffer]) => ({ key, vector: unpacked(buffer) }));
        }
      } finally {
        await entries.close();
      }
    },

    async save(changed) {
      await vectors.batch(
        changed.map(({ key, vector }) => ({ type: 'put' as const, key, value: packed(vector) })),
      );
    },
  };
}

function packed({ scale, bytes }: PackedVector): Buffer {
  const buffer = Buffer.alloc(scaleBytes + bytes.length);
  buffer.writeFloatLE(scale, 0);
  buffer.set(bytes, scaleBytes);
  return buffer;
}

function unpacked(buffer: Buffer): PackedVector {
  return {
    scale: buffer.readFloatLE(0),
    bytes: new Int8Array(buffer.buffer, buffer.byteOffset + scaleBytes, buffer.length - scaleBytes),
  };
}
