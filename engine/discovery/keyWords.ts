/** A run of digits, `Word`, `word`, `WORD`, or a run of a script without letter case. */
const wordRuns =
  /\p{N}+|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}[\p{Lu}\p{M}]*(?!\p{Ll})|\p{Lu}|(?:(?![\p{Ll}\p{Lu}])[\p{L}\p{M}])+/gu;
const segmentRuns = /[\p{L}\p{M}\p{N}]+/gu;

/** If pieces are shorter than this on average, the text is an identifier, not words: `a1b2c3`. */
const shortestPieces = 2;

/**
 * The distinct words of a key or a text, in lower case and in order: `v1.user.Glen.darkMode` has `v 1 user
 * glen dark mode`.
 */
export function keyWords(text: string): readonly string[] {
  const words = new Set<string>();
  for (const [segment] of text.normalize('NFKC').matchAll(segmentRuns)) {
    const pieces = segment.match(wordRuns) ?? [segment];
    const isIdentifier = pieces.length > 3 && segment.length / pieces.length < shortestPieces;
    for (const word of isIdentifier ? [segment] : pieces) words.add(word.toLowerCase());
  }
  return [...words];
}
