/** A word of a key that a query has too, as a guess at why the service found it. */
export interface WordInCommon {
  /** As it stands in the key. */
  readonly word: string;
  /** The same word but for case and accents, or one that only begins like it. */
  readonly match: 'same' | 'similar';
}

/** Shorter beginnings are shared by words that have nothing to do with each other. */
const shortestStem = 4;
/** More of either is not worth the time: it is a hint, not evidence. */
const mostWords = 200;

/**
 * The words that a key shares with a query, each once, in the order of the key. This is a guess of the app's own:
 * a service matches by meaning and says nothing of its reasons.
 */
export function wordsInCommon(query: string, key: string): readonly WordInCommon[] {
  const asked = [...new Set(wordsOf(query).map(plain))];
  const found = new Map<string, WordInCommon>();
  for (const word of wordsOf(key.replace(versionSegment, ''))) {
    const name = plain(word);
    if (found.has(name)) continue;
    if (asked.includes(name)) found.set(name, { word, match: 'same' });
    else if (asked.some((other) => sharesStem(name, other))) found.set(name, { word, match: 'similar' });
  }
  return [...found.values()];
}

/** In front of most keys, and so no reason for any of them. */
const versionSegment = /^v\d+\./i;

/** Runs of letters and of digits; `retryLimit` and `bay3` are two words each. */
function wordsOf(text: string): readonly string[] {
  const words = text.slice(0, 10_000).match(/\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lu}+(?!\p{Ll})|\p{Nd}+/gu);
  return (words ?? []).slice(0, mostWords);
}

function plain(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** `preference` and `preferences`, `deploy` and `deployment`: one begins the other, or both begin alike for most of their length. */
function sharesStem(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  if (shorter < shortestStem) return false;
  let shared = 0;
  while (shared < shorter && one[shared] === other[shared]) shared += 1;
  return (
    shared >= shortestStem && shared >= 0.75 * shorter && shared >= 0.5 * Math.max(one.length, other.length)
  );
}
