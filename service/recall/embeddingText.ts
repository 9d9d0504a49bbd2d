/**
 * A key as the embedding model reads it: its words, without the version segment that keys begin with, in the
 * case they have. `v1.user.Glen.darkMode` gives `user Glen dark Mode`.
 */
export function embeddingText(key: string): string {
  const words = key
    .replace(/^v[0-9]+\./, '')
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return words === '' ? key : words;
}
