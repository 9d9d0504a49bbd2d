import type { KeyStore } from '../../auth/keyStore.ts';
import type { Rate, RateLimiter } from '../../limits/rateLimiter.ts';
import type { Log } from '../../log/log.ts';
import type { StoreContents } from '../../maintenance/storeContents.ts';
import type { AtomStore } from '../atomStore.ts';
import { connect, placeWords } from './connect.ts';
import { migrate, newestChange } from './migrations.ts';
import { createPostgresAtoms } from './postgresAtoms.ts';
import { openPostgresContents } from './postgresContents.ts';
import { createPostgresKeys } from './postgresKeys.ts';
import { createPostgresRates } from './postgresRates.ts';

/** What a database has for those who operate the service. */
export interface OperatorAccess {
  readonly keys: KeyStore;
  readonly contents: () => Promise<StoreContents>;
  readonly atoms: Pick<AtomStore, 'append'>;
  rates(ofService: Rate): RateLimiter;
  close(): Promise<void>;
}

/**
 * Creates the tables unless the memory must exist.
 *
 * @throws Error if the database cannot be reached, or has no memory that must exist
 */
export async function openPostgres(
  url: string,
  clock: () => number,
  log: Log,
  { mustExist = false } = {},
): Promise<OperatorAccess> {
  const database = connect(url, log);
  try {
    if (mustExist && (await newestChange(database)) === 0) {
      throw new Error(`The database ${placeWords(database)} has no memory.`);
    }
    await migrate(database, log);
  } catch (error) {
    await database.end({ timeout: 0 });
    throw error;
  }
  return {
    keys: createPostgresKeys(database),
    contents: () => openPostgresContents(database),
    atoms: createPostgresAtoms(database, clock, log),
    rates: (ofService) => createPostgresRates(database, ofService, clock, log),
    close: () => database.end({ timeout: 5 }),
  };
}
