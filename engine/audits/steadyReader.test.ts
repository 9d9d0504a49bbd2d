import { describe, expect, it } from 'vitest';
import type { AppError } from '#shared/domain/appError.ts';
import { fail, succeed } from '#shared/domain/result.ts';
import { createSteadyReader } from './steadyReader.ts';

const keys = Array.from({ length: 2_000 }, (_, at) => `k${String(at).padStart(4, '0')}`);
const minute = 60_000;

interface Run {
  readonly minutes: number;
  readonly read: number;
  readonly aside: number;
  readonly error: AppError | null;
}

/** Reads from a service that does not return a key: a request for it takes a minute, and then fails like this. */
async function readFrom(
  hangs: (key: string) => boolean,
  failure: { readonly isSlow: boolean; readonly isTrickle?: boolean },
  patienceMs?: number,
): Promise<Run> {
  let now = 0;
  let read = 0;
  let aside = 0;
  const error: AppError = {
    code: 'timeout',
    afterMs: minute,
    address: 'a',
    message: '',
    requestId: null,
    ...failure,
  };
  const reader = createSteadyReader<null>({
    ask: async (asked) => {
      // An audit that takes longer would not end.
      if (now > 10_000 * minute) return fail({ ...error, code: 'internal' });
      if (!asked.some(hangs)) return succeed(null);
      now += minute;
      return fail(error);
    },
    take: ({ kind, keys: some }) => {
      if (kind === 'read') read += some.length;
      else aside += some.length;
    },
    ...(patienceMs !== undefined && { patience: { ms: patienceMs, now: () => now } }),
  });
  const result = await reader(keys);
  return { minutes: now / minute, read, aside, error: result.ok ? null : result.error };
}

describe('a service whose responses trickle (G9)', () => {
  const trickle = { isSlow: true, isTrickle: true };

  it('is given up as soon as one that is silent, and long before one that only is slow', async () => {
    const [trickling, silent, slow] = [
      await readFrom(() => true, trickle),
      await readFrom(() => true, { isSlow: false }),
      await readFrom(() => true, { isSlow: true }),
    ];
    expect(trickling).toEqual({ ...silent, error: { ...silent.error, ...trickle } });
    expect(trickling).toMatchObject({ minutes: 5, read: 0, error: { code: 'timeout' } });
    expect(slow.minutes).toBeGreaterThan(2 * trickling.minutes);
  });

  it('and that returns only keys that it returned before does not hold up an audit without end', async () => {
    const run = await readFrom((key) => key >= 'k0500', trickle, 2 * minute);
    expect(run).toMatchObject({ read: 500, aside: 5, error: { code: 'timeout', isTrickle: true } });
    expect(run.minutes).toBeLessThan(30);
  });

  it('but for a few keys only is read to its end', async () => {
    const few = new Set(['k0000', 'k0001', 'k0700', 'k0701', 'k0702', 'k0703', 'k1999']);
    expect(await readFrom((key) => few.has(key), trickle, 2 * minute)).toMatchObject({
      read: 1_993,
      aside: 7,
      error: null,
    });
  });

  it('but for many keys is read to its end with more patience', async () => {
    const run = await readFrom((key) => key >= 'k0500' && key < 'k0540', trickle, 1_440 * minute);
    expect(run).toMatchObject({ read: 1_960, aside: 40, error: null });
  });
});

it('a slow link is not taken for one that trickles: large responses are read in smaller ones', async () => {
  let now = 0;
  let read = 0;
  const reader = createSteadyReader<null>({
    ask: async (asked) => {
      if (asked.length <= 4) return succeed(null);
      now += 5 * minute;
      return fail({
        code: 'timeout',
        afterMs: 5 * minute,
        address: 'a',
        message: '',
        requestId: null,
        isSlow: true,
      });
    },
    take: ({ kind, keys: some }) => {
      if (kind === 'read') read += some.length;
    },
    patience: { ms: 2 * minute, now: () => now },
  });
  expect(await reader(keys)).toEqual(succeed(null));
  expect(read).toBe(keys.length);
});
