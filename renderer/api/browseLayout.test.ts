import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { noLayout, type BrowseLayout, type SavedFilter } from '#shared/domain/browseLayout.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import type { IpcInput } from '#shared/ipc/contract.ts';
import { changeLayout } from './browseLayout.ts';

const one = 'c1' as ConnectionId;

afterEach(() => {
  vi.unstubAllGlobals();
});

it('adds to what another window saved, and to each change before it', async () => {
  let saved: BrowseLayout = noLayout;
  vi.stubGlobal('window', {
    atomExplorer: {
      browseLayout: async (): Promise<Result<BrowseLayout>> => succeed(saved),
      saveBrowseLayout: async ({ layout }: IpcInput<'saveBrowseLayout'>): Promise<Result<null>> => {
        saved = layout;
        return succeed(null);
      },
    },
  });
  const addTo = (client: QueryClient, name: string): Promise<void> => {
    const filter: SavedFilter = { name, filter: { text: name, mode: 'contains' } };
    return changeLayout(client, one, (before) => ({ ...before, filters: [...before.filters, filter] }));
  };
  const [first, second] = [new QueryClient(), new QueryClient()];
  await addTo(first, 'a');
  await addTo(second, 'b');
  await Promise.all([addTo(first, 'c'), addTo(first, 'd')]);
  expect(saved.filters.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
});
