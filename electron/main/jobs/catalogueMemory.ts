import { naiveAtoms } from '#shared/keyIndex/naiveIndex.ts';
import type { Catalogues } from '../catalogue/catalogues.ts';
import type { DiscoveryMemory } from '../discovery/discovery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { JobMemory } from './jobMemory.ts';

/** The catalogues, as long work asks them. */
export function createCatalogueMemory(effects: {
  readonly catalogues: Pick<Catalogues, 'of' | 'list'>;
  readonly catalogueChanged: (id: ConnectionId) => void;
}): JobMemory & DiscoveryMemory {
  const { catalogues } = effects;
  return {
    async *selected(id, selection) {
      const { keys } = await catalogues.of(id);
      if (selection.kind === 'keys') yield selection.keys;
      else {
        const except = new Set(selection.except);
        yield naiveAtoms(keys.entries(), selection.query)
          .map(({ key }) => key)
          .filter((key) => !except.has(key));
      }
    },
    entries: async (id, asked) => {
      const { keys } = await catalogues.of(id);
      const entries = new Map(keys.entries().map((entry) => [entry.key, entry]));
      return asked.map((key) => entries.get(key) ?? null);
    },
    learn: async (id, news) => {
      const { keys } = await catalogues.of(id);
      if (await keys.learn(news)) effects.catalogueChanged(id);
    },
    coverage: async (id) => (await catalogues.list(id)).coverage,
    explainedLeaves: async () => null,
  };
}
