import { describe, expect, it } from 'vitest';
import type { AppError } from '#shared/domain/appError.ts';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { RecordedStep } from '#shared/recordings/recording.ts';
import type { ReplayProgress } from '#shared/recordings/replay.ts';
import type { ReadOptions } from '../../reading/readingCalls.ts';
import { replaySteps } from './replay.ts';

const id = 'one' as ConnectionId;
const exchange = {
  requestId: 'r',
  method: 'GET',
  path: '/atoms/a',
  status: 200,
  startedAt: 0,
  elapsedMs: 1,
  bodyBytes: 2,
  retries: 0,
} as const;

function reading(key: string): AtomReading {
  const verdict = { status: 'amber', checks: [] } as unknown as AtomReading['verdict'];
  return {
    key,
    value: 'v',
    version: 1,
    hash: null,
    score: null,
    proof: null,
    verdict,
    memory: null,
    raw: '',
    exchange,
  };
}

const error = (code: 'not_found' | 'server_error' | 'unauthorized' | 'cancelled', key = ''): AppError => {
  const base = { message: code, requestId: null };
  if (code === 'not_found') return { ...base, code, key };
  return code === 'server_error' ? { ...base, code, status: 500 } : { ...base, code };
};
const limited = (retryAfterMs: number | null): AppError => ({
  code: 'rate_limited',
  message: 'slower',
  requestId: null,
  retryAfterMs,
});

const read = (key: string): RecordedStep => ({ kind: 'read', at: 1, key, atom: null });
const steps: readonly RecordedStep[] = [
  { kind: 'recall', at: 1, query: 'q', limit: 3, hits: [], predictions: [] },
  read('a'),
  { kind: 'readMany', at: 1, keys: ['a', 'b'], atoms: [] },
];

/** Replays against a service with the given responses per key, and an atom for all others. */
function replay(
  given: readonly RecordedStep[],
  answers: Readonly<Record<string, readonly (AppError | 'ok')[]>> = {},
  signal: AbortSignal | null = null,
) {
  const asked: string[] = [];
  const options: ReadOptions[] = [];
  const slept: number[] = [];
  const progress: ReplayProgress[] = [];
  let ids = 0;
  const next = async <T>(name: string, with_: ReadOptions, value: T): Promise<Result<T>> => {
    const times = asked.filter((each) => each === name).length;
    asked.push(name);
    options.push(with_);
    const answer = answers[name]?.[times] ?? 'ok';
    return answer === 'ok' ? succeed(value) : fail(answer);
  };
  const done = replaySteps(
    {
      readings: {
        read: (_id, key, with_) => next(key, with_, reading(key)),
        readMany: (_id, keys, with_) =>
          next(keys.join('+'), with_, {
            atoms: keys.map(reading),
            missing: [],
            unasked: [],
            denials: [],
            roots: [],
            exchange,
          }),
        recall: (_id, query, limit, with_) =>
          next(`${query} ${limit}`, with_, {
            atoms: [reading('hit')],
            predictions: ['p'],
            anomalies: [],
            exchange,
          }),
      },
      newId: () => `id${(ids += 1)}`,
      sleep: async (ms) => {
        slept.push(ms);
      },
      now: () => 77,
    },
    { steps: given, connectionId: id, signal, onProgress: (step) => progress.push(step) },
  );
  return { done, asked, options, slept, progress };
}

describe('replaySteps', () => {
  it('repeats each step once, as the app, and reports progress', async () => {
    const { done, asked, options, progress } = replay(steps);
    expect(await done).toMatchObject({
      end: { kind: 'complete' },
      steps: [
        {
          kind: 'answered',
          step: { kind: 'recall', at: 77, query: 'q', limit: 3, hits: [{ key: 'hit' }], predictions: ['p'] },
        },
        { kind: 'answered', step: { kind: 'read', key: 'a', atom: { key: 'a', verdict: 'amber' } } },
        {
          kind: 'answered',
          step: { kind: 'readMany', keys: ['a', 'b'], atoms: [{ key: 'a' }, { key: 'b' }] },
        },
      ],
    });
    expect(asked).toEqual(['q 3', 'a', 'a+b']);
    expect(options.map(({ askedBy }) => askedBy)).toEqual(['app', 'app', 'app']);
    expect(new Set(options.map(({ requestId }) => requestId)).size).toBe(3);
    expect(progress.map((step) => step.done)).toEqual([0, 1, 2, 3]);
  });

  it('treats a missing atom as a response', async () => {
    const { done } = replay([read('a')], { a: [error('not_found', 'a')] });
    expect(await done).toMatchObject({ steps: [{ kind: 'answered', step: { key: 'a', atom: null } }] });
  });

  it('waits as long as the service asks, and continues', async () => {
    const { done, asked, slept, progress } = replay([read('a')], {
      a: [limited(7_000), limited(null), 'ok'],
    });
    expect(await done).toMatchObject({ end: { kind: 'complete' }, steps: [{ kind: 'answered' }] });
    expect(asked).toEqual(['a', 'a', 'a']);
    expect(slept).toEqual([7_000, 2_000]);
    expect(progress.map(({ waitingMs }) => waitingMs)).toEqual([null, 7_000, 2_000, null]);
  });

  it('gives up on a service that never responds with success', async () => {
    const { done, slept } = replay([read('a'), read('b')], { a: Array<AppError>(20).fill(limited(900_000)) });
    expect(await done).toMatchObject({ end: { kind: 'failed', error: { code: 'rate_limited' } }, steps: [] });
    expect(slept).toEqual([60_000, 60_000, 60_000, 60_000, 60_000]);
  });

  it('notes a step that fails, and continues with the next', async () => {
    const { done } = replay([read('a'), read('b')], { a: [error('server_error')] });
    expect(await done).toMatchObject({
      end: { kind: 'complete' },
      steps: [{ kind: 'failed', error: { code: 'server_error' } }, { kind: 'answered' }],
    });
  });

  it('ends at a failure that would affect every further step', async () => {
    const { done, asked } = replay([read('a'), read('b'), read('c')], { b: [error('unauthorized')] });
    expect(await done).toMatchObject({ end: { kind: 'failed', error: { code: 'unauthorized' } } });
    expect((await done).steps).toHaveLength(1);
    expect(asked).toEqual(['a', 'b']);
  });

  it('stops when it is canceled, during a request and between two', async () => {
    const under = replay([read('a'), read('b')], { b: [error('cancelled')] });
    expect(await under.done).toMatchObject({ end: { kind: 'cancelled' }, steps: [{ kind: 'answered' }] });
    const before = replay([read('a')], {}, AbortSignal.abort());
    expect(await before.done).toEqual({ end: { kind: 'cancelled' }, steps: [] });
    expect(before.asked).toEqual([]);
  });
});
