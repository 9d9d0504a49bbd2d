import { createLocalPredictions } from '../../predictions/predictions.ts';
import type { StoreOptions, Stores } from '../stores.ts';
import { openDatabase } from './database.ts';
import { createLevelAtoms } from './levelAtoms.ts';
import { createLearnedContextStore } from './levelLearnedContexts.ts';
import { createLevelVectors } from './levelVectors.ts';

/** @throws Error, with a message for people, if another process uses the folder, or it has another format */
export async function openLevelStores(folder: string, { clock, log }: StoreOptions): Promise<Stores> {
  const database = await openDatabase(folder);
  try {
    const atoms = createLevelAtoms(database, clock);
    const learned = createLearnedContextStore(database, (error) =>
      log(`Could not save the learned predictions: ${String(error)}`, { level: 'error' }),
    );
    const predictions = await createLocalPredictions(learned);
    return {
      atoms,
      vectors: createLevelVectors(database),
      predictions,
      words: null,
      async close() {
        try {
          await atoms.settled();
          await predictions.flush();
        } finally {
          await database.level.close();
        }
      },
    };
  } catch (error) {
    await database.level.close();
    throw error;
  }
}
