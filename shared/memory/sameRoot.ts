/** Whether two texts name one root: hex in capitals or with 0x in front is the same. */
export function sameRoot(one: string, other: string): boolean {
  return rootName(one) === rootName(other);
}

/** A root as one text, however it was written. */
export function rootName(rootHash: string): string {
  // Most are written like this, and ledgers have many.
  if (/^[0-9a-f]+$/.test(rootHash)) return rootHash;
  return /^(0x)?[0-9a-f]+$/i.test(rootHash) ? rootHash.toLowerCase().replace(/^0x/, '') : rootHash;
}
