import type { Predictions } from '../predictions/predictions.ts';
import type { Log } from '../log/log.ts';
import type { AtomStore } from './atomStore.ts';
import type { VectorStore } from './vectorStore.ts';

/** Everything that a service keeps. */
export interface Stores {
  readonly atoms: AtomStore;
  readonly vectors: VectorStore;
  readonly predictions: Predictions;
  /** Ends what was accepted, and closes the database. */
  close(): Promise<void>;
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
