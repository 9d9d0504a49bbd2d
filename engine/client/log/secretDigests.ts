import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { formsOf } from '../keyForms.ts';
import { replacePlaces } from '../keyRedactor.ts';
import { placedLevelsOf, type Place } from '../undoEscapes.ts';

/** Secrets that can be recognized, however they are written, but not read from memory. */
export interface SecretDigests {
  /** From now on this secret is found. One that is shorter than `shortestSecret` is ignored. */
  readonly add: (secret: string) => void;
  /** The text without the secrets. */
  readonly clean: (text: string, by: string) => string;
}

/** A shorter text would match ordinary words. */
const shortestSecret = 6;

/** Forms of one length: the quick sums of their characters, and their digests. */
interface SameLength {
  readonly sums: Set<number>;
  readonly digests: Set<string>;
}

/**
 * Keeps a digest of each form of a secret, under a key of this process. A text is searched by a sum of 16 bits that moves
 * over it character by character; where one fits, the digest decides.
 */
export function createSecretDigests(): SecretDigests {
  const secretOfProcess = randomBytes(32);
  const base = randomInt(2 ** 30) * 2 + 1;
  const lengths = new Map<number, SameLength>();
  const digestOf = (text: string): string =>
    createHmac('sha256', secretOfProcess).update(text, 'utf16le').digest('base64');

  const placesOf = (text: string, length: number, { sums, digests }: SameLength): readonly Place[] => {
    const places: Place[] = [];
    const weight = powerOf(base, length);
    let sum = 0;
    for (let end = 1; end <= text.length; end += 1) {
      sum = Math.imul(sum, base) + text.charCodeAt(end - 1);
      const start = end - length;
      if (start > 0) sum -= Math.imul(text.charCodeAt(start - 1), weight);
      if (start < 0 || !sums.has(shortSum(sum))) continue;
      if (digests.has(digestOf(text.slice(start, end)))) places.push([start, end]);
    }
    return places;
  };
  return {
    add: (secret) => {
      if (secret.length < shortestSecret) return;
      for (const form of formsOf(secret, shortestSecret)) {
        const same = lengths.get(form.length) ?? { sums: new Set(), digests: new Set() };
        lengths.set(form.length, same);
        let sum = 0;
        for (let at = 0; at < form.length; at += 1) sum = Math.imul(sum, base) + form.charCodeAt(at);
        same.sums.add(shortSum(sum));
        same.digests.add(digestOf(form));
      }
    },
    clean: (text, by) => {
      const places: Place[] = [];
      if (lengths.size === 0) return text;
      for (const level of placedLevelsOf(text)) {
        for (const [length, same] of lengths)
          for (const [start, end] of placesOf(level.text, length, same))
            places.push(level.placeOf(start, end));
      }
      return replacePlaces(text, places, by);
    },
  };
}

/** Says little about the text, and is right for all but one in 65,536 texts. */
function shortSum(sum: number): number {
  return sum >>> 16;
}

function powerOf(base: number, exponent: number): number {
  let power = 1;
  for (let step = 0; step < exponent; step += 1) power = Math.imul(power, base);
  return power;
}
