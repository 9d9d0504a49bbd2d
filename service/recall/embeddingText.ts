/**
 * A key as text for the embedding model: its words, without the version segment at the start, with upper and
 * lower case as they are. `v1.user.Glen.darkMode` gives `user Glen dark Mode`.
 */
export function embeddingText(key: string): string {
  const words = key
    .replace(/^v[0-9]+\./, '')
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return words === '' ? key : words;
}
