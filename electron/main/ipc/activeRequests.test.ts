import { describe, expect, it } from 'vitest';
import { succeed } from '#shared/domain/result.ts';
import { createActiveRequests } from './activeRequests.ts';

const untilAborted = (signal: AbortSignal | null): Promise<void> =>
  new Promise((resolve) => {
    signal?.addEventListener('abort', () => {
      resolve();
    });
  });

describe('createActiveRequests', () => {
  it('cancels only the given request', async () => {
    const requests = createActiveRequests();
    const signals = new Map<string, AbortSignal | null>();
    const run = (id: string) =>
      requests.run(id, async ({ signal }) => {
        signals.set(id, signal);
        await untilAborted(signal);
        return succeed(id);
      });
    const one = run('one');
    const two = run('two');
    requests.cancel('one');
    expect(await one).toEqual(succeed('one'));
    expect(signals.get('two')?.aborted).toBe(false);
    requests.cancelAll();
    expect(await two).toEqual(succeed('two'));
  });

  it('forgets a request when it ends in any way', async () => {
    const requests = createActiveRequests();
    await expect(requests.run('one', () => Promise.reject(new Error('bug')))).rejects.toThrow('bug');
    expect(await requests.run('one', async () => succeed(1))).toEqual(succeed(1));
    expect(await requests.run('one', async () => succeed(2))).toEqual(succeed(2));
    requests.cancel('one');
    requests.cancel('never');
  });

  it('refuses an id that is in use, because canceling it would be ambiguous', async () => {
    const requests = createActiveRequests();
    const first = requests.run('one', async ({ signal }) => {
      await untilAborted(signal);
      return succeed(1);
    });
    expect(await requests.run('one', async () => succeed(2))).toMatchObject({
      error: { field: 'requestId' },
    });
    requests.cancel('one');
    expect(await first).toEqual(succeed(1));
  });
});
