import path from 'node:path';
import { z } from 'zod';
import { browseLayout, noLayout, type BrowseLayout } from '#shared/domain/browseLayout.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { FileFormat } from '../storage/fileFormat.ts';
import { createConnectionStores } from '../storage/connectionStores.ts';
import { openJsonStore } from '../storage/jsonStore.ts';

/** How the user set up Browse, for each connection: filters may contain keys, so they are removed with the connection. */
export interface BrowseLayouts {
  readonly of: (id: ConnectionId) => Promise<BrowseLayout>;
  readonly save: (id: ConnectionId, layout: BrowseLayout) => Promise<void>;
  readonly forget: (id: ConnectionId) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface SavedLayout extends BrowseLayout {
  readonly version: 2;
}

const firstVersion = z.looseObject({
  filters: z.array(z.looseObject({ filter: z.looseObject({ tag: z.string().optional() }) })),
});

const format: FileFormat<SavedLayout> = {
  version: 2,
  schema: browseLayout.extend({ version: z.literal(2) }),
  migrations: {
    // A filter had one tag.
    1: (content) => {
      const { filters, ...layout } = firstVersion.parse(content);
      return {
        ...layout,
        version: 2,
        filters: filters.map(({ filter: { tag, ...filter }, ...saved }) => ({
          ...saved,
          filter: tag === undefined ? filter : { ...filter, tags: [tag] },
        })),
      };
    },
  },
};

/** In a folder per connection below `folder`. */
export function createBrowseLayouts(folder: string, now: () => number): BrowseLayouts {
  const stores = createConnectionStores(folder, (place) =>
    openJsonStore<SavedLayout>({
      file: path.join(place, 'layout.json'),
      format,
      fresh: { version: 2, ...noLayout },
      now,
      ifNewer: 'hold',
    }),
  );
  return {
    of: async (id) => {
      const { version: _, ...layout } = (await stores.of(id)).value();
      return layout;
    },
    save: async (id, layout) => {
      await (await stores.of(id)).change(() => ({ value: { version: 2, ...layout }, result: null }));
    },
    forget: stores.forget,
    close: stores.close,
  };
}
