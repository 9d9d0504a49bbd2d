import type { StoreOptions, Stores } from '../stores.ts';
import { connect, isUnavailable, placeWords, reasonOf } from './connect.ts';
import { migrate } from './migrations.ts';
import { createPostgresAtoms } from './postgresAtoms.ts';
import { createPostgresPredictions } from './postgresPredictions.ts';
import { createPostgresVectors } from './postgresVectors.ts';
import { createPostgresWords } from './postgresWords.ts';

/** Ended connections are waited for this long, in seconds. */
const endSeconds = 5;

/** @throws Error, with a message for people, if the database cannot be reached or its tables cannot be used */
export async function openPostgresStores(url: string, { clock, log }: StoreOptions): Promise<Stores> {
  const database = connect(url, log);
  try {
    await migrate(database, log);
  } catch (error) {
    await database.end({ timeout: 0 });
    if (!isUnavailable(error) && !(error instanceof Error && 'code' in error)) throw error;
    throw new Error(`The database ${placeWords(database)} cannot be used: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
  const atoms = createPostgresAtoms(database, clock, log);
  const predictions = createPostgresPredictions(database, log);
  return {
    atoms,
    vectors: createPostgresVectors(database),
    predictions,
    words: createPostgresWords(database, log),
    async close() {
      await atoms.settled();
      await predictions.flush();
      await database.end({ timeout: endSeconds });
    },
  };
}
