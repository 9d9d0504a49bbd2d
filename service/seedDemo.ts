import { demoAtoms, demoRecallHistory } from './demo/demoMemory.ts';
import { learnSequences, sharedClient } from './predictions/markovModel.ts';
import type { AtomStore } from './store/atomStore.ts';
import type { Predictions } from './predictions/predictions.ts';

/**
 * Fills an empty store with the demo memory; a store with any atoms is not changed. The atoms are stored as
 * one batch, so that a crash leaves all or none, and first versions before second ones, as in normal use. The
 * history counts for every client, so that a new key has predictions too.
 */
export async function seedDemo(atomStore: AtomStore, predictions: Pick<Predictions, 'seed'>): Promise<void> {
  if ((await atomStore.size()) > 0) return;
  await predictions.seed(learnSequences(sharedClient, demoRecallHistory));
  const versions = Math.max(0, ...demoAtoms.map(({ values }) => values.length));
  const inOrder = Array.from({ length: versions }, (_, version) =>
    demoAtoms.flatMap(({ key, values }) =>
      values.slice(version, version + 1).map((value) => ({ key, value })),
    ),
  );
  await atomStore.append(inOrder.flat());
}
