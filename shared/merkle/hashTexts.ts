import { fromHex } from './hex.ts';

/** Hashes that were decoded lately. Proofs of one tree share most of theirs. */
export interface HashTexts {
  /** The bytes of 64 hex digits, the same object for the same text; undefined for any other text. Nobody changes them. */
  readonly read: (text: string, expectedBytes: number | null) => { readonly value: Uint8Array } | undefined;
}

const hashBytes = 32;
/** Enough for the upper levels of a tree, which most proofs of a response share. */
const mostSlots = 4_096;
/** Fewer than the hashes of a proof, but all of them are new to the first one. */
const slotsPerProof = 16;

/** @param proofs about how many there will be: making room for many takes as long as decoding dozens */
export function createHashTexts(proofs: number): HashTexts {
  const slots = Math.min(mostSlots, 2 ** Math.ceil(Math.log2(slotsPerProof * Math.max(1, proofs))));
  const texts: string[] = Array.from({ length: slots }, () => '');
  const read: ({ readonly value: Uint8Array } | undefined)[] = Array.from({ length: slots });
  return {
    read: (text, expectedBytes) => {
      if (text.length !== 2 * hashBytes || (expectedBytes ?? hashBytes) !== hashBytes) return undefined;
      const slot =
        (text.charCodeAt(2) ^
          (text.charCodeAt(3) << 3) ^
          (text.charCodeAt(4) << 6) ^
          (text.charCodeAt(5) << 9) ^
          (text.charCodeAt(6) << 5)) &
        (slots - 1);
      if (texts[slot] === text) return read[slot];
      const bytes = fromHex(text);
      // "0x" and 62 digits are as long.
      if (bytes?.length !== hashBytes) return undefined;
      texts[slot] = text;
      read[slot] = { value: bytes };
      return read[slot];
    },
  };
}
