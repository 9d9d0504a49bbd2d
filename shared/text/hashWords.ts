/** A hash as people compare it: `88007222..e2ed`. Short or odd ones are given whole. */
export function shortHash(hash: string): string {
  return hash.length <= 16 ? hash : `${hash.slice(0, 8)}..${hash.slice(-4)}`;
}
