/** An identifier, a year, a serial number: it has no meaning that the model knows, and differs from key to key. */
const digitsOfIdentifier = 3;

/**
 * A key as texts for the embedding model: its segments in overlapping pairs, as words, with upper and lower
 * case as they are, without the version segment and without identifiers. `v1.user.Glen.darkMode.a4711` gives
 * `user Glen` and `Glen dark Mode`. At least one text; the whole key if nothing of it is left.
 */
export function embeddingTexts(key: string): readonly string[] {
  const segments = key
    .replace(/^v[0-9]+\./, '')
    .split(/[./:]+/)
    .map(wordsOf)
    .filter((words) => words !== '');
  if (segments.length === 0) return [key];
  if (segments.length === 1) return segments;
  return segments.slice(1).map((segment, index) => `${segments[index] ?? ''} ${segment}`);
}

function wordsOf(segment: string): string {
  return segment
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '' && (word.match(/\p{N}/gu)?.length ?? 0) < digitsOfIdentifier)
    .join(' ');
}
