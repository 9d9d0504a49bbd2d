import { expect, it } from 'vitest';
import type { CatalogueSummary } from '#shared/domain/catalogue.ts';
import { fail, succeed } from '#shared/domain/result.ts';
import { readDemoMemory } from './readDemoMemory.ts';
import type { Readings } from './readings.ts';

const sampleKeys = Array.from({ length: 250 }, (_, index) => `v1.sample.${index}`);

function look(keys: number, readMany: Readings['readMany']): Promise<void> {
  const summary: CatalogueSummary = {
    revision: 0,
    keys,
    unread: 0,
    bookmarked: 0,
    coverage: { knownLeaves: 0, treeSize: null },
    lastRoot: null,
    recoveredFrom: null,
    tags: [],
  };
  return readDemoMemory({
    embedded: {
      ensureRunning: async () => succeed({ address: 'http://127.0.0.1:1', apiKey: 'k', sampleKeys }),
    },
    catalogues: { summary: async () => summary },
    readings: { readMany },
    newId: () => 'id',
  });
}

const nothing = succeed({
  atoms: [],
  missing: [],
  unasked: [],
  denials: [],
  roots: [],
  exchange: null as never,
});

it('reads every sample key once, in one response, as read by the app', async () => {
  const asked: string[][] = [];
  await look(0, async (_id, keys, _options, source) => {
    expect(source).toBe('write');
    asked.push([...keys]);
    return nothing;
  });
  expect(asked).toEqual([sampleKeys]);
});

it('does nothing for a memory that is already known', async () => {
  await expect(look(1, () => Promise.reject(new Error('was asked')))).resolves.toBeUndefined();
});

it('leaves all keys unread if reading fails', async () => {
  const failed = fail({ code: 'demo_unavailable', message: 'gone', requestId: null });
  await expect(look(0, async () => failed)).resolves.toBeUndefined();
});
