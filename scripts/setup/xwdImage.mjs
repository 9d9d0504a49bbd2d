import { crc32, deflateSync } from 'node:zlib';

/**
 * Pixels of an XWD image (X11/XWDFile.h), as Xvfb writes it: 32 bits each, blue first.
 *
 * @typedef {{ readonly width: number, readonly height: number, readonly rows: readonly Buffer[] }} Picture
 */

/**
 * @param {Buffer} xwd
 * @returns {Picture}
 */
export function decodeXwd(xwd) {
  const field = (/** @type {number} */ index) => xwd.readUInt32BE(index * 4);
  const [headerSize, width, height] = [field(0), field(4), field(5)];
  const [bitsPerPixel, bytesPerLine, colours] = [field(11), field(12), field(19)];
  if (bitsPerPixel !== 32) throw new Error(`Expected 32 bits per pixel, not ${bitsPerPixel}`);
  const start = headerSize + colours * 12;
  const rows = Array.from({ length: height }, (_, y) =>
    xwd.subarray(start + y * bytesPerLine, start + y * bytesPerLine + width * 4),
  );
  return { width, height, rows };
}

/** @param {Picture} picture */
export function isBlank({ rows }) {
  const first = rows[0]?.readUInt32LE(0);
  return rows.every((row) => {
    for (let at = 0; at < row.length; at += 4) if (row.readUInt32LE(at) !== first) return false;
    return true;
  });
}

/**
 * @param {Picture} picture
 * @returns {Buffer} a PNG file, 8 bits per channel, without alpha
 */
export function encodePng({ width, height, rows }) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const lines = rows.map((row) => {
    const line = Buffer.alloc(1 + width * 3);
    for (let x = 0; x < width; x += 1) {
      line[1 + x * 3] = row[x * 4 + 2] ?? 0;
      line[2 + x * 3] = row[x * 4 + 1] ?? 0;
      line[3 + x * 3] = row[x * 4] ?? 0;
    }
    return line;
  });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * @param {string} type
 * @param {Buffer} data
 */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  frame.set(body, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}
