import { openLevelStores } from './level/levelStores.ts';
import type { StoreOptions, StorePlace, Stores } from './stores.ts';

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
