/** A key that was not seen, and how likely it is to exist, in (0, 1]. */
export interface Guess {
  readonly key: string;
  readonly likelihood: number;
}

/** Fewer siblings show no pattern. */
const leastExamples = 3;
/** Less likely keys are not worth a place in a batch. */
const leastLikelihood = 0.05;
/** How many numbers past the last known one to guess, as a share of the known numbers. */
const numbersAhead = 1;

/**
 * Keys that would fit the pattern of known ones, most likely first: missing or next numbers, and, if several
 * siblings have the same names below them, those names below the other siblings.
 */
export function guessKeys(
  known: readonly string[],
  /** Known, or already tried. */
  isSettled: (key: string) => boolean,
  most: number,
): readonly Guess[] {
  const best = new Map<string, number>();
  const offer = (key: string, likelihood: number): void => {
    if (likelihood < leastLikelihood || isSettled(key)) return;
    best.set(key, Math.max(best.get(key) ?? 0, likelihood));
  };
  guessNumbers(known, offer);
  guessNames(known, offer);
  return [...best]
    .map(([key, likelihood]) => ({ key, likelihood }))
    .sort((a, b) => b.likelihood - a.likelihood || (a.key < b.key ? -1 : 1))
    .slice(0, most);
}

type Offer = (key: string, likelihood: number) => void;

interface NumberFamily {
  readonly before: string;
  readonly after: string;
  readonly numbers: Set<number>;
  /** The number of digits if all numbers are padded with zeros; otherwise null. */
  readonly width: number | null;
}

/** Longer runs of digits are times and identifiers, which counting does not find. */
const longestNumber = 7;

function guessNumbers(known: readonly string[], offer: Offer): void {
  const families = new Map<string, NumberFamily>();
  for (const key of known) {
    for (const match of key.matchAll(/\d+/g)) {
      const [digits] = match;
      if (digits.length > longestNumber) continue;
      const before = key.slice(0, match.index);
      const after = key.slice(match.index + digits.length);
      const isPadded = digits.length > 1 && digits.startsWith('0');
      // `7` and `10` are of one family, and so are `07` and `10`. The siblings decide which of the two `10`
      // belongs to.
      for (const width of isPadded ? [digits.length] : [null, digits.length]) {
        const id = JSON.stringify([before, after, width]);
        const family = families.get(id) ?? { before, after, numbers: new Set(), width };
        family.numbers.add(Number(digits));
        families.set(id, family);
      }
    }
  }
  for (const { before, after, numbers, width } of families.values()) {
    if (numbers.size < leastExamples) continue;
    const first = Math.min(...numbers);
    const last = Math.max(...numbers);
    const density = numbers.size / (last - first + 1);
    const offerNumber = (number: number, likelihood: number): void => {
      if (number < 0 || numbers.has(number)) return;
      const digits = String(number);
      if (width !== null && digits.length > width) return;
      offer(before + digits.padStart(width ?? 0, '0') + after, likelihood);
    };
    if (density < leastLikelihood) continue;
    for (let number = first; number <= last; number += 1) offerNumber(number, density);
    const ahead = Math.max(leastExamples, Math.ceil(numbers.size * numbersAhead));
    for (let step = 1; step <= ahead; step += 1) {
      // Less likely the further on.
      const likelihood = density * (1 - step / (ahead + 1));
      offerNumber(last + step, likelihood);
      offerNumber(first - step, likelihood);
    }
  }
}

/** Combining very many names with very many rests would take longer than the requests that it saves. */
const mostOffers = 100_000;
const delimiters = /[./:|#]/;

/** Trying all combinations of two places would give too many keys, so only one place is varied at a time. */
function guessNames(known: readonly string[], offer: Offer): void {
  // The text before and after one segment of a key. Siblings have another name in that place.
  const places = new Map<string, { readonly prefix: string; readonly rests: Map<string, Set<string>> }>();
  for (const key of known) {
    const delimiter = delimiters.exec(key)?.[0];
    if (delimiter === undefined) continue;
    const segments = key.split(delimiter);
    for (let place = 1; place < segments.length - 1; place += 1) {
      const prefix = segments.slice(0, place).join(delimiter) + delimiter;
      const name = segments[place] ?? '';
      const rest = delimiter + segments.slice(place + 1).join(delimiter);
      const id = `${place} ${prefix}`;
      const at = places.get(id) ?? { prefix, rests: new Map<string, Set<string>>() };
      const names = at.rests.get(rest) ?? new Set<string>();
      names.add(name);
      at.rests.set(rest, names);
      places.set(id, at);
    }
  }
  let offers = 0;
  for (const { prefix, rests } of places.values()) {
    if (offers > mostOffers) return;
    const names = new Set([...rests.values()].flatMap((some) => [...some]));
    if (names.size < leastExamples) continue;
    for (const [rest, having] of rests) {
      if (having.size < leastExamples) continue;
      const likelihood = having.size / names.size;
      if (likelihood < leastLikelihood) continue;
      for (const name of names) if (!having.has(name)) offer(prefix + name + rest, likelihood);
      offers += names.size;
      if (offers > mostOffers) return;
    }
  }
}
