import type { Predictions } from '../predictions/predictions.ts';
import type { Log } from '../log/log.ts';
import type { RecallHit } from '../recall/recallIndex.ts';
import type { AtomStore } from './atomStore.ts';
import type { VectorStore } from './vectorStore.ts';

/** Everything that a service keeps. */
export interface Stores {
  readonly atoms: AtomStore;
  readonly vectors: VectorStore;
  readonly predictions: Predictions;
  /** The words of all keys, if the store can search them; null: they have to be in memory. */
  readonly words: WordSearch | null;
  /** Ends what was accepted, and closes the database. */
  close(): Promise<void>;
}

/** Finds keys by their words without having them in memory. */
export interface WordSearch {
  /** How many keys there are. */
  size(): Promise<number>;
  /** As `RecallIndex.search`; of a word that very many keys have, only some of them are looked at. */
  search(query: string, limit: number): Promise<readonly RecallHit[]>;
}

/** Where a memory is: a folder of LevelDB for one process, or a database of PostgreSQL for several. */
export type StorePlace =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'postgres'; readonly url: string };

export interface StoreOptions {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: Log;
}
