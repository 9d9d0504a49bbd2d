import { expect, it } from 'vitest';
import { decodeChange, encodeChange } from './changeRecords.ts';

const found = {
  rows: Uint32Array.of(1, 4),
  comparison: Uint8Array.of(2, 3),
  storedVersion: Float64Array.of(7, Number.NaN),
  storedValue: Float64Array.of(2 ** 47 + 1, 5),
  removed: Uint32Array.of(1, 0),
  added: Uint32Array.of(0, 2),
  moreBytes: Int32Array.of(-1, 2),
};

it('reads comparisons back, and those of earlier versions, which have no values', () => {
  const record = encodeChange({ kind: 'compare', found });
  expect(decodeChange(record)).toEqual({ kind: 'compare', found });
  const earlier = record.subarray(0, record.length - found.storedValue.byteLength);
  expect(decodeChange(earlier)).toEqual({
    kind: 'compare',
    found: { ...found, storedValue: Float64Array.of(Number.NaN, Number.NaN) },
  });
});
