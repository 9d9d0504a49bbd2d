import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import type { RecallReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import type { IpcInput } from '#shared/ipc/contract.ts';
import { recallQuery } from './recall.ts';
import { about } from './queryKeys.ts';

const one = 'c1' as ConnectionId;
const other = 'c2' as ConnectionId;

afterEach(() => {
  vi.unstubAllGlobals();
});

it('keeps the latest response of each connection, however many recalls there were', async () => {
  const recall = async ({ requestId }: IpcInput<'recall'>): Promise<Result<RecallReading>> =>
    succeed({
      atoms: [],
      predictions: [],
      anomalies: [],
      exchange: {
        requestId,
        method: 'POST',
        path: '/recall',
        status: 200,
        startedAt: 1,
        elapsedMs: 1,
        bodyBytes: 2,
        retries: 0,
      },
    });
  vi.stubGlobal('window', { atomExplorer: { recall } });
  const client = new QueryClient();
  const run = (connectionId: ConnectionId, id: string) =>
    client.fetchQuery(recallQuery(client, connectionId, { id, query: 'pump', limit: 10 }));
  await run(other, 'r0');
  for (const id of ['r1', 'r2', 'r3']) await run(one, id);
  expect(
    client
      .getQueryCache()
      .findAll(about(['recall'], null))
      .map(({ queryKey }) => queryKey),
  ).toEqual([
    ['recall', other, 'r0'],
    ['recall', one, 'r3'],
  ]);
});
