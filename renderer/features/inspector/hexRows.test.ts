import { describe, expect, it } from 'vitest';
import { hexRow, hexRowCount } from './hexRows.ts';

const bytes = new TextEncoder().encode('Glen likes\tdark é');

describe('hexRow', () => {
  it('shows offset, bytes, and characters', () => {
    expect(hexRow(bytes, 0, 16)).toEqual({
      offset: '00000000',
      digits: '47 6c 65 6e 20 6c 69 6b  65 73 09 64 61 72 6b 20',
      characters: 'Glen likes·dark ',
    });
    expect(hexRow(bytes, 1, 16)).toEqual({
      offset: '00000010',
      digits: 'c3 a9'.padEnd(48),
      characters: '··',
    });
  });

  it('puts fewer bytes in a row if there is not enough room', () => {
    expect(hexRow(bytes, 1, 8)).toEqual({
      offset: '00000008',
      digits: '65 73 09 64  61 72 6b 20',
      characters: 'es·dark ',
    });
  });

  it('has as many rows as needed', () => {
    expect([0, 1, 16, 17].map((length) => hexRowCount(new Uint8Array(length), 16))).toEqual([0, 1, 1, 2]);
  });
});
