import { succeed } from '#shared/domain/result.ts';
import type { browseOperations } from '#shared/ipc/browseOperations.ts';
import type { Connections } from '../../../engine/connections/connections.ts';
import type { BrowseLayouts } from '../../../engine/known/browseLayouts.ts';
import type { Catalogues } from '../../../engine/known/catalogues.ts';
import type { KeptValues } from '../../../engine/reading/history/keptValues.ts';
import type { IpcHandlers } from './register.ts';

export function createBrowseHandlers(effects: {
  readonly catalogues: Pick<Catalogues, 'of'>;
  readonly keptValues: Pick<KeptValues, 'load'>;
  readonly browseLayouts: Pick<BrowseLayouts, 'of' | 'save'>;
  readonly connections: Pick<Connections, 'profile'>;
}): IpcHandlers<typeof browseOperations> {
  const { catalogues, keptValues, browseLayouts, connections } = effects;
  return {
    valueCoverage: async ({ connectionId }) => {
      const { keys } = await catalogues.of(connectionId);
      const history = await keptValues.load(connectionId);
      return succeed({ ...(await keys.valueCoverage()), history });
    },
    seenFields: async ({ connectionId }) =>
      succeed(await (await catalogues.of(connectionId)).keys.seenFields()),
    browseLayout: async ({ connectionId }) => succeed(await browseLayouts.of(connectionId)),
    saveBrowseLayout: async ({ connectionId, layout }) => {
      // One that was removed meanwhile would get its folder back.
      const profile = connections.profile(connectionId);
      if (!profile.ok) return profile;
      await browseLayouts.save(connectionId, layout);
      return succeed(null);
    },
  };
}
