/* The uploaded rows: realistic keys, and values with an exact number of bytes that look like prose. */

const teams = 'orchid meltwater almanac pollen nightjar frostwatch halden'.split(' ');
const words =
  'the valve of the north bed is open in the morning and closed when the frost watch says so ask glen or priya '.split(
    ' ',
  );

/** In bytes of UTF-8; the values have one byte per character. */
const valueBytes = 200;

/**
 * @param {number} index
 * @returns {{ readonly key: string, readonly value: string }}
 */
export function rowAt(index) {
  const team = teams[index % teams.length] ?? '';
  let value = `reading ${index} of ${team}:`;
  for (let at = index; value.length < valueBytes; at += 1) value += ` ${words[at % words.length]}`;
  return {
    key: `v1.${team}.bed${index % 997}.n${index}`,
    value: value.slice(0, valueBytes - 1).padEnd(valueBytes, '.'),
  };
}

/**
 * All rows as one CSV file, in pieces.
 *
 * @param {number} count
 */
export function* csvPieces(count) {
  let piece = 'key,value\n';
  for (let index = 0; index < count; index += 1) {
    const { key, value } = rowAt(index);
    piece += `${key},${value}\n`;
    if (piece.length > 1_000_000) {
      yield piece;
      piece = '';
    }
  }
  yield piece;
}
