import { demoAtoms, demoRecallHistory } from './demo/demoMemory.ts';
import { learnSequences, sharedClient } from './predictions/markovModel.ts';
import type { AtomStore } from './store/atomStore.ts';
import type { LearnedContextStore } from './store/learnedContextStore.ts';

/**
 * Fills an empty store with the demo memory; a store with any atoms is not changed. The atoms are stored as
 * one batch, so that a crash leaves all or none, and first versions before second ones, as in normal use. The
 * history counts for every client, so that a new key has predictions too.
 */
export async function seedDemo(
  atomStore: AtomStore,
  learnedContextStore: LearnedContextStore,
): Promise<void> {
  if ((await atomStore.size()) > 0) return;
  learnedContextStore.save(learnSequences(sharedClient, demoRecallHistory));
  await learnedContextStore.flush();
  const versions = Math.max(0, ...demoAtoms.map(({ values }) => values.length));
  const inOrder = Array.from({ length: versions }, (_, version) =>
    demoAtoms.flatMap(({ key, values }) =>
      values.slice(version, version + 1).map((value) => ({ key, value })),
    ),
  );
  await atomStore.append(inOrder.flat());
}
