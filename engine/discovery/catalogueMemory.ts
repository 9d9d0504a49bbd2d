import type { Catalogues } from '../known/catalogues.ts';
import type { DiscoveryMemory } from './discovery.ts';
import type { JobMemory } from '../known/jobMemory.ts';

/** The known keys, as long jobs use them. */
export function createCatalogueMemory(
  catalogues: Pick<Catalogues, 'of' | 'summary' | 'leafMap'>,
): JobMemory & DiscoveryMemory {
  return {
    async *selected(id, selection) {
      const { keys } = await catalogues.of(id);
      yield* keys.selected(selection);
    },
    entries: async (id, asked) => {
      const { keys } = await catalogues.of(id);
      return keys.entries(asked);
    },
    changes: async (id, asked) => (await catalogues.of(id)).keys.changes(asked),
    changesRecordedSince: async (id) => {
      const { keys } = await catalogues.of(id);
      return (await keys.changeCounts(0, null)).recordedSince;
    },
    learn: async (id, news) => {
      const { keys } = await catalogues.of(id);
      await keys.learn(news);
    },
    coverage: async (id) => (await catalogues.summary(id)).coverage,
    explainedLeaves: async (id) => {
      const { byVersions } = await catalogues.leafMap(id, 1);
      return byVersions.kind === 'explained' ? byVersions.unknown : null;
    },
    onlyGrows: async (id) => {
      const { moves } = await catalogues.leafMap(id, 1);
      return moves.moved + moves.rewritten === 0;
    },
  };
}
