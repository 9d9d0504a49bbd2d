import { describe, expect, it, vi } from 'vitest';
import type { BatchReading } from '#shared/domain/atom.ts';
import { chunk } from './chunk.ts';
import { batchSize, readInBatches, type ReadProgress } from './readInBatches.ts';
import { AppFailure } from './unwrap.ts';

const keys = Array.from({ length: 2 * batchSize + 5 }, (_, at) => `key.${at}`);

/** A batch answer that has no atom, as far as a run looks at it. */
function missingAll(asked: readonly string[]): BatchReading {
  return {
    atoms: [],
    missing: asked,
    unasked: [],
    exchange: {
      requestId: 'r',
      method: 'POST',
      path: '/batch-access',
      status: 200,
      startedAt: 0,
      elapsedMs: 1,
      bodyBytes: 2,
      retries: 0,
    },
  };
}

describe('chunk', () => {
  it('cuts in order and leaves the rest in the last part', () => {
    expect(chunk([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(chunk([], 2)).toEqual([]);
  });
});

describe('readInBatches', () => {
  it('asks for each key once, in batches, and tells how far it is', async () => {
    const asked: (readonly string[])[] = [];
    const progress: ReadProgress[] = [];
    const end = await readInBatches({
      keys,
      signal: new AbortController().signal,
      readBatch: async (batch) => {
        asked.push(batch);
        return missingAll(batch);
      },
      onProgress: (step) => progress.push(step),
    });
    expect(end).toEqual({ kind: 'complete' });
    expect(asked.map((batch) => batch.length)).toEqual([batchSize, batchSize, 5]);
    expect(asked.flat()).toEqual(keys);
    expect(progress.map(({ done }) => done)).toEqual([0, batchSize, 2 * batchSize, keys.length]);
    expect(progress.at(-1)?.missing).toEqual(keys);
  });

  it('sends nothing more once cancelled', async () => {
    const controller = new AbortController();
    const readBatch = vi.fn<(batch: readonly string[]) => Promise<BatchReading>>(async (batch) => {
      controller.abort();
      return missingAll(batch);
    });
    const end = await readInBatches({
      keys,
      signal: controller.signal,
      readBatch,
      onProgress: () => undefined,
    });
    expect(end).toEqual({ kind: 'cancelled' });
    expect(readBatch).toHaveBeenCalledTimes(1);
  });

  it('stops at a failure and says which, with what was done before', async () => {
    const error = { code: 'rate_limited', message: '429', requestId: null, retryAfterMs: null } as const;
    let last: ReadProgress | null = null;
    let calls = 0;
    const end = await readInBatches({
      keys,
      signal: new AbortController().signal,
      readBatch: async (batch) => {
        calls += 1;
        if (calls === 2) throw new AppFailure(error);
        return missingAll(batch);
      },
      onProgress: (step) => {
        last = step;
      },
    });
    expect(end).toEqual({ kind: 'failed', error });
    expect(last).toMatchObject({ done: batchSize, total: keys.length });
  });

  it('calls a request cancelled underneath it a cancel, not a failure', async () => {
    const end = await readInBatches({
      keys,
      signal: new AbortController().signal,
      readBatch: () =>
        Promise.reject(new AppFailure({ code: 'cancelled', message: 'stopped', requestId: null })),
      onProgress: () => undefined,
    });
    expect(end).toEqual({ kind: 'cancelled' });
  });
});
