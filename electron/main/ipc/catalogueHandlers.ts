import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed } from '#shared/domain/result.ts';
import type { Catalogues } from '../catalogue/catalogues.ts';
import type { Connections } from '../connections/connections.ts';
import type { IpcHandlers } from './register.ts';

export function createCatalogueHandlers(effects: {
  readonly catalogues: Catalogues;
  /** An id that names no connection would open a folder of its own. */
  readonly connections: Pick<Connections, 'profile'>;
  readonly catalogueChanged: (id: ConnectionId) => void;
}): IpcHandlers<'catalogue'> {
  const { catalogues, connections } = effects;
  return {
    'catalogue:list': async ({ connectionId }) => {
      const profile = connections.profile(connectionId);
      return profile.ok ? succeed(await catalogues.list(connectionId)) : profile;
    },
    'catalogue:forget': async ({ connectionId, keys }) => {
      const profile = connections.profile(connectionId);
      if (!profile.ok) return profile;
      await (await catalogues.of(connectionId)).keys.forget(keys);
      effects.catalogueChanged(connectionId);
      return succeed(null);
    },
  };
}
