import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CatalogueSummary } from '#shared/domain/catalogue.ts';
import type { ConnectionId, RootSighting } from '#shared/domain/connection.ts';
import { catalogueSummaryQuery, lastRootQuery, noKeysQuery, recountKeys } from './catalogueSummary.ts';
import { createQueryClient } from './queryClient.ts';
import { about } from './queryKeys.ts';

const id = 'a' as ConnectionId;
let keys: number;
let reads: number;
let client: QueryClient;

beforeEach(() => {
  keys = 0;
  reads = 0;
  const catalogueSummary = (): Promise<unknown> => {
    reads += 1;
    return Promise.resolve({ ok: true, value: { keys, lastRoot: null } as CatalogueSummary });
  };
  vi.stubGlobal('window', { atomExplorer: { catalogueSummary } });
  client = createQueryClient();
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

/** What an event does that says that the known keys have changed. */
const change = () => client.invalidateQueries(about(['catalogueSummary'], id));

it('is read by the connection bar until a key is known, and by Browse at every change', async () => {
  const bar = new QueryObserver(client, noKeysQuery(id));
  const stopBar = bar.subscribe(() => undefined);
  await expect.poll(() => bar.getCurrentResult().data).toBe(true);
  keys = 5;
  await change();
  expect(bar.getCurrentResult().data).toBe(false);
  expect(reads).toBe(2);
  await change();
  expect(reads).toBe(2);

  const stopBrowse = new QueryObserver(client, catalogueSummaryQuery(id)).subscribe(() => undefined);
  await expect.poll(() => reads).toBe(3);
  await change();
  expect(reads).toBe(4);
  stopBrowse();

  // The last key is forgotten on another screen.
  keys = 0;
  await recountKeys(client, id);
  expect(bar.getCurrentResult().data).toBe(true);
  stopBar();
});

it('is read for the newest root only while this session has none', async () => {
  const stop = new QueryObserver(client, lastRootQuery(id, null)).subscribe(() => undefined);
  await expect.poll(() => reads).toBe(1);
  await change();
  expect(reads).toBe(2);
  stop();
  const root = { rootHash: '1' } as unknown as RootSighting;
  const stopLater = new QueryObserver(client, lastRootQuery(id, root)).subscribe(() => undefined);
  await change();
  expect(reads).toBe(2);
  stopLater();
});
