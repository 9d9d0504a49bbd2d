/** A vector of length 1 with one byte per dimension: dimension i is about `bytes[i] * scale`. */
export interface PackedVector {
  readonly scale: number;
  readonly bytes: Int8Array;
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
