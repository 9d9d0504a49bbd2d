/** Where words begin: after a space or a separator of a key. */
const wordStart = /(?:^|[\s.:/_\-|#]+)(?=[^\s.:/_\-|#])/gu;

/**
 * How well a text matches what was typed; null if it does not. Each typed word counts: best at the start of the text, then at
 * the start of a word, then anywhere, and least as letters in this order.
 */
export function matchScore(text: string, typed: string): number | null {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const lower = text.toLowerCase();
  const starts = new Set([...lower.matchAll(wordStart)].map(({ 0: before, index }) => index + before.length));
  let sum = 0;
  for (const word of words) {
    const score = wordScore(lower, word, starts);
    if (score === null) return null;
    sum += score;
  }
  return words.length === 0 ? 0 : sum / words.length;
}

/** From this score on, a match is no mere sequence of letters. */
const clearMatch = 1;

function wordScore(text: string, word: string, starts: ReadonlySet<number>): number | null {
  if (text.startsWith(word)) return 3;
  let found = text.indexOf(word);
  if (found === -1) return hasLetters(text, word) ? 0.5 : null;
  for (; found !== -1; found = text.indexOf(word, found + 1)) if (starts.has(found)) return 2;
  return clearMatch;
}

function hasLetters(text: string, word: string): boolean {
  let at = 0;
  for (const letter of word) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** The items that match, the best first; equal ones stay in order. Mere sequences of letters only if nothing matches clearly. */
export function bestMatches<Item>(
  items: readonly Item[],
  typed: string,
  textOf: (item: Item) => string,
): readonly Item[] {
  const scored = items.flatMap((item) => {
    const score = matchScore(textOf(item), typed);
    return score === null ? [] : [{ item, score }];
  });
  const clear = scored.filter(({ score }) => score >= clearMatch);
  const left = clear.length > 0 ? clear : scored;
  return left.sort((a, b) => b.score - a.score).map(({ item }) => item);
}
