import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createCatalogueHost } from './catalogueHost.ts';

it('builds the search index between requests, but not before the responses of an audit or an upload pause', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'catalogue-host-'));
  const folder = path.join(root, 'keys');
  const waiting: { later: (() => void)[]; afterPause: (() => void)[] } = { later: [], afterPause: [] };
  const host = createCatalogueHost({
    now: () => 7,
    batchesOf: () => ({
      take: async () => null,
      check: () => Promise.reject(new Error('There is no response.')),
      learned: () => [],
    }),
    later: (work) => waiting.later.push(work),
    afterPause: (work) => waiting.afterPause.push(work),
  });
  const next = (of: keyof typeof waiting): void => waiting[of].shift()?.();
  const response = () => host.ask(folder, 'takeBatch', 'one', Buffer.from('unreadable'), ['v1']);
  const counts = () => [waiting.later.length, waiting.afterPause.length];
  await host.open(folder, 0);
  await host.ask(
    folder,
    'learn',
    Array.from({ length: 5_000 }, (_, at) => ({
      kind: 'named' as const,
      key: `v1.${String(at)}`,
      source: 'import' as const,
      at: 1,
    })),
  );
  next('later');
  expect(counts()).toEqual([0, 1]);
  next('afterPause');
  expect(counts()).toEqual([1, 0]);
  await response();
  next('later');
  expect(counts()).toEqual([0, 1]);
  await response();
  next('afterPause');
  expect(counts()).toEqual([0, 1]);
  next('afterPause');
  expect(counts()).toEqual([1, 0]);
  for (let steps = 0; waiting.later.length > 0 && steps < 100_000; steps += 1) next('later');
  expect(counts()).toEqual([0, 0]);
  await host.close(folder);
  await rm(root, { recursive: true });
});
