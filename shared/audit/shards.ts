/**
 * The part of an audit that a key belongs to, from 1 to `of`: FNV-1a (32 bits) over the UTF-16 units of the key, low byte first, modulo
 * `of`. Every machine computes the same.
 */
export function shardOf(key: string, of: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) {
    const unit = key.charCodeAt(at);
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (unit >> 8), 0x01000193);
  }
  return ((hash >>> 0) % of) + 1;
}
