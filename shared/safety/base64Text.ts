const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const sextets: ReadonlyMap<number, number> = new Map(
  [...alphabet, ...'-_'].map((character, index) => [character.charCodeAt(0), index < 64 ? index : index - 2]),
);

/**
 * Whether a run of base64 or base64url (without its padding) is the encoding of readable text: valid UTF-8 in
 * shape, with at most one control character in fifty. Random bytes of any length worth asking about are not.
 */
export function isBase64OfText(run: string): boolean {
  let bits = 0;
  let held = 0;
  let continuationsDue = 0;
  let controls = 0;
  let bytes = 0;
  for (let index = 0; index < run.length; index++) {
    bits = ((bits << 6) | (sextets.get(run.charCodeAt(index)) ?? 0)) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    const byte = (bits >> held) & 0xff;
    bytes += 1;
    if (continuationsDue > 0) {
      if (byte >> 6 !== 0b10) return false;
      continuationsDue -= 1;
    } else if (byte >= 0x80) {
      if (byte < 0xc2 || byte > 0xf4) return false;
      continuationsDue = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
    } else if ((byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) || byte === 0x7f) {
      controls += 1;
    }
  }
  return bytes > 0 && controls * 50 <= bytes;
}
