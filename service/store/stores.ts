import type { Predictions } from '../predictions/predictions.ts';
import type { Log } from '../log/log.ts';
import { openLevelStores } from './level/levelStores.ts';
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

/**
 * Opens a memory, and creates it if there is none.
 *
 * @throws Error, with a message for people, if it cannot be used
 */
export async function openStores(place: StorePlace, options: StoreOptions): Promise<Stores> {
  if (place.kind === 'folder') return openLevelStores(place.folder, options);
  // Only loaded where it is used: the app never needs it.
  const { openPostgresStores } = await import('./postgres/postgresStores.ts');
  return openPostgresStores(place.url, options);
}
