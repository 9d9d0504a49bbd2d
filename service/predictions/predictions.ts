import type { LearnedContextStore } from '../store/level/levelLearnedContexts.ts';
import { createMarkovModel, type LearnedContext } from './markovModel.ts';

/** Learns what each client recalls, and predicts what it recalls next; see `MarkovModel`. */
export interface Predictions {
  /** Never waits and never throws: what is learned must not slow reading down. */
  observe(client: string, keys: readonly string[]): void;
  /** Keys after what was observed so far, at most `most`; those for which `exists` is false are skipped. */
  predict(client: string, most: number, exists: (key: string) => boolean): Promise<readonly string[]>;
  /** Adds what was learned elsewhere, before anything is observed. */
  seed(learned: readonly LearnedContext[]): Promise<void>;
  /** Resolves when everything observed so far has been saved, or could not be. */
  flush(): Promise<void>;
}

/** For one process, which has everything in memory. */
export async function createLocalPredictions(store: LearnedContextStore): Promise<Predictions> {
  let model = createMarkovModel(await store.load());
  return {
    observe: (client, keys) => store.save(model.observe(client, keys)),
    predict: async (client, most, exists) => model.predict(client, most, exists),
    async seed(learned) {
      store.save(learned);
      await store.flush();
      model = createMarkovModel(await store.load());
    },
    flush: () => store.flush(),
  };
}
