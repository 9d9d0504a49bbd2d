import type { WordSearch } from '../store/stores.ts';
import type { Embedder } from './embedder.ts';
import type { Recall } from './recall.ts';

/** Recall by words alone, which the store searches: for memories whose keys do not fit the memory of a process. */
export function createStoreRecall(words: WordSearch, embedder: Embedder | null): Recall {
  return {
    needsKeys: false,
    add: () => undefined,
    // Only keys of atoms are ever learned, and atoms stay.
    has: () => true,
    search: (query, limit) => words.search(query, limit),
    start: () => undefined,
    progress: () => ({ keys: 0, vectors: 0 }),
    settled: () => Promise.resolve(),
    close: async () => embedder?.close(),
  };
}
