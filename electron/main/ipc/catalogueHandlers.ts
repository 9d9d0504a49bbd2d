import { maxTags } from '#shared/domain/catalogue.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import type { catalogueOperations } from '#shared/ipc/catalogueOperations.ts';
import type { Catalogues } from '../../../engine/known/catalogues.ts';
import type { KnownKeys } from '../../../engine/known/knownKeys.ts';
import type { IpcHandlers } from './register.ts';

export function createCatalogueHandlers(effects: {
  readonly catalogues: Pick<Catalogues, 'of' | 'summary' | 'lastRoot' | 'leafMap' | 'changes'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}): IpcHandlers<typeof catalogueOperations> {
  const { catalogues } = effects;
  const ofKeys = async <T>(id: ConnectionId, ask: (keys: KnownKeys) => Promise<T>): Promise<Result<T>> =>
    succeed(await ask((await catalogues.of(id)).keys));
  return {
    catalogueSummary: async ({ connectionId }) => succeed(await catalogues.summary(connectionId)),
    leafMap: async ({ connectionId, cells }) => succeed(await catalogues.leafMap(connectionId, cells)),
    findRoot: async ({ connectionId, rootHash }) =>
      succeed((await catalogues.of(connectionId)).ledger.find(rootHash)),
    catalogueTree: ({ query, window }) => ofKeys(query.connectionId, (keys) => keys.tree(query, window)),
    locateInTree: ({ query, target }) =>
      ofKeys(query.connectionId, (keys) => keys.locateInTree(query, target)),
    catalogueAtoms: ({ query, window }) => ofKeys(query.connectionId, (keys) => keys.atoms(query, window)),
    locateInAtoms: ({ query, key }) => ofKeys(query.connectionId, (keys) => keys.locateInAtoms(query, key)),
    catalogueKeys: ({ query, window }) => ofKeys(query.connectionId, (keys) => keys.keys(query, window)),
    catalogueEntries: ({ connectionId, keys: asked }) => ofKeys(connectionId, (keys) => keys.entries(asked)),
    changeSummary: async ({ connectionId, since }) => succeed(await catalogues.changes(connectionId, since)),
    keyChanges: ({ connectionId, keys: asked }) => ofKeys(connectionId, (keys) => keys.changes(asked)),
    annotateKeys: async ({ connectionId, keys: chosen, change }) => {
      const done = await ofKeys(connectionId, (keys) => keys.annotate(chosen, change));
      if (!done.ok) return done;
      if (done.value !== 'too-many-tags') return succeed({ annotated: done.value });
      return refuseInput('addTags', `A key can have at most ${String(maxTags)} tags. Nothing was changed.`);
    },
    keyMemory: ({ connectionId, key }) =>
      ofKeys(connectionId, async (keys) => (await keys.remembered([key])).get(key) ?? null),
    settleConflicts: ({ connectionId, selection, settlement }) =>
      ofKeys(connectionId, async (keys) => ({ settled: await keys.settle(selection, settlement) })),
    acceptRoot: async ({ connectionId, rootHash, note }) => {
      const { ledger } = await catalogues.of(connectionId);
      await ledger.accept(rootHash, effects.now(), note);
      return succeed(await catalogues.lastRoot(connectionId));
    },
    forgetKeys: ({ connectionId, selection }) =>
      ofKeys(connectionId, async (keys) => ({ forgotten: await keys.forget(selection) })),
  };
}
