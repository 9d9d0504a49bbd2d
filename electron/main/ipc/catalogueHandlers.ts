import { maxTags } from '#shared/domain/catalogue.ts';
import type { KeySelection } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import type { catalogueOperations } from '#shared/ipc/catalogueOperations.ts';
import type { Catalogues } from '../catalogue/catalogues.ts';
import type { KnownKeys } from '../catalogue/knownKeys.ts';
import type { Connections } from '../connections/connections.ts';
import type { IpcHandlers } from './register.ts';

export function createCatalogueHandlers(effects: {
  readonly catalogues: Pick<Catalogues, 'of' | 'summary' | 'lastRoot' | 'leafMap'>;
  /** An unknown connection id would create a folder. */
  readonly connections: Pick<Connections, 'profile'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}): IpcHandlers<typeof catalogueOperations> {
  const { catalogues, connections } = effects;
  const known = async <T>(id: ConnectionId, ask: () => Promise<T>): Promise<Result<T>> => {
    const profile = connections.profile(id);
    return profile.ok ? succeed(await ask()) : profile;
  };
  const ofKeys = <T>(id: ConnectionId, ask: (keys: KnownKeys) => Promise<T>): Promise<Result<T>> =>
    known(id, async () => ask((await catalogues.of(id)).keys));
  return {
    catalogueSummary: ({ connectionId }) => known(connectionId, () => catalogues.summary(connectionId)),
    leafMap: ({ connectionId, cells }) => known(connectionId, () => catalogues.leafMap(connectionId, cells)),
    findRoot: ({ connectionId, rootHash }) =>
      known(connectionId, async () => (await catalogues.of(connectionId)).ledger.find(rootHash)),
    catalogueTree: ({ query, window }) => ofKeys(query.connectionId, (keys) => keys.tree(query, window)),
    locateInTree: ({ query, target }) =>
      ofKeys(query.connectionId, (keys) => keys.locateInTree(query, target)),
    catalogueAtoms: ({ query, window }) => ofKeys(query.connectionId, (keys) => keys.atoms(query, window)),
    locateInAtoms: ({ query, key }) => ofKeys(query.connectionId, (keys) => keys.locateInAtoms(query, key)),
    catalogueKeys: ({ query, window }) => ofKeys(query.connectionId, (keys) => keys.keys(query, window)),
    catalogueEntries: ({ connectionId, keys: asked }) => ofKeys(connectionId, (keys) => keys.entries(asked)),
    annotateKeys: async ({ connectionId, keys: chosen, change }) => {
      const done = await ofKeys(connectionId, (keys) => keys.annotate(chosen, change));
      if (!done.ok) return done;
      if (done.value !== 'too-many-tags') return succeed({ annotated: done.value });
      return refuseInput('addTags', `A key can have at most ${String(maxTags)} tags. Nothing was changed.`);
    },
    keyMemory: ({ connectionId, key }) =>
      ofKeys(connectionId, async (keys) => (await keys.remembered([key])).get(key) ?? null),
    settleConflicts: async ({ connectionId, selection, settlement }) => {
      if (isOfAnother(connectionId, selection)) return ofAnotherConnection;
      return ofKeys(connectionId, async (keys) => ({ settled: await keys.settle(selection, settlement) }));
    },
    acceptRoot: ({ connectionId, rootHash, note }) =>
      known(connectionId, async () => {
        const { ledger } = await catalogues.of(connectionId);
        await ledger.accept(rootHash, effects.now(), note);
        return catalogues.lastRoot(connectionId);
      }),
    forgetKeys: async ({ connectionId, selection }) => {
      if (isOfAnother(connectionId, selection)) return ofAnotherConnection;
      return ofKeys(connectionId, async (keys) => ({ forgotten: await keys.forget(selection) }));
    },
  };
}

function isOfAnother(connectionId: ConnectionId, selection: KeySelection): boolean {
  return selection.kind === 'query' && selection.query.connectionId !== connectionId;
}

const ofAnotherConnection = refuseInput('selection', 'The selection belongs to another connection.');
