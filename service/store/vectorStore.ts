import type { PackedVector } from '../recall/packedVector.ts';

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

/** A 32-bit float, the scale, precedes the bytes. */
const scaleBytes = 4;

/** A vector as bytes. */
export function packed({ scale, bytes }: PackedVector): Buffer {
  const buffer = Buffer.alloc(scaleBytes + bytes.length);
  buffer.writeFloatLE(scale, 0);
  buffer.set(bytes, scaleBytes);
  return buffer;
}

export function unpacked(buffer: Buffer): PackedVector {
  return {
    scale: buffer.readFloatLE(0),
    bytes: new Int8Array(buffer.buffer, buffer.byteOffset + scaleBytes, buffer.length - scaleBytes),
  };
}
