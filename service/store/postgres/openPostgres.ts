import type { KeyStore } from '../../auth/keyStore.ts';
import type { Rate, RateLimiter } from '../../limits/rateLimiter.ts';
import type { Log } from '../../log/log.ts';
import type { StoreContents } from '../../maintenance/storeContents.ts';
import type { AtomStore } from '../atomStore.ts';
import { connect } from './connect.ts';
import { migrate } from './migrations.ts';
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

/** @throws Error if the database cannot be reached */
export async function openPostgres(url: string, clock: () => number, log: Log): Promise<OperatorAccess> {
  const database = connect(url, log);
  try {
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
