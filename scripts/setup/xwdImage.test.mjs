import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeXwd, encodePng, isBlank } from './xwdImage.mjs';

/**
 * A screen of 2 by 2 pixels with a padded line, as Xvfb writes it.
 *
 * @param {readonly [number, number, number, number]} pixels 0xRRGGBB
 */
function screen([a, b, c, d]) {
  const header = Buffer.alloc(104);
  const colours = 1;
  const fields = new Map([
    [0, 104],
    [4, 2],
    [5, 2],
    [11, 32],
    [12, 12],
    [19, colours],
  ]);
  for (const [index, value] of fields) header.writeUInt32BE(value, index * 4);
  const body = Buffer.alloc(colours * 12 + 24, 0xee);
  for (const [at, value] of [
    [0, a],
    [4, b],
    [12, c],
    [16, d],
  ])
    body.writeUInt32LE(value ?? 0, colours * 12 + (at ?? 0));
  return Buffer.concat([header, body]);
}

describe('a picture of the screen', () => {
  it('is converted to a PNG with the same colors', () => {
    const png = encodePng(decodeXwd(screen([0xff0000, 0x00ff00, 0x0000ff, 0x123456])));
    expect(png.readUInt32BE(16)).toBe(2);
    const data = png.indexOf('IDAT');
    const lines = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)));
    expect(lines.toString('hex')).toBe('00ff000000ff00000000ff123456');
  });

  it('is blank only while all pixels are the same', () => {
    expect(isBlank(decodeXwd(screen([7, 7, 7, 7])))).toBe(true);
    expect(isBlank(decodeXwd(screen([7, 7, 7, 8])))).toBe(false);
  });
});
