import { describe, expect, it } from 'vitest';
import type { AppError } from '../domain/appError.ts';
import type { Expectation } from '../domain/expectation.ts';
import { fail, succeed, type Result } from '../domain/result.ts';
import type { AnsweredRecall } from './evaluateExpectation.ts';
import { retryPolicies, waitOut } from '../retry/retryPolicy.ts';
import { runExpectations } from './runExpectations.ts';

const expecting = (query: string): Expectation => ({
  name: null,
  query,
  within: 1,
  limit: 10,
  expect: ['a'],
  reject: [],
});
const good = succeed<AnsweredRecall>({ hits: [{ key: 'a', verdict: 'green' }], anomalyCount: 0 });
const error = (code: 'network' | 'timeout' | 'rate_limited'): Result<AnsweredRecall> => {
  const common = { message: 'said', requestId: null };
  const errors: Record<typeof code, AppError> = {
    network: { ...common, code: 'network', failure: 'refused', address: 'http://x' },
    timeout: { ...common, code: 'timeout', afterMs: 5, address: 'http://x' },
    rate_limited: { ...common, code: 'rate_limited', retryAfterMs: 90_000 },
  };
  return fail(errors[code]);
};

async function run(answers: readonly Result<AnsweredRecall>[], count: number, cancelAfter = Infinity) {
  const asked: string[] = [];
  const waits: number[] = [];
  const kinds: string[] = [];
  await runExpectations({
    expectations: Array.from({ length: count }, (_, at) => expecting(`q${at}`)),
    requireVerified: false,
    ask: async (query) => {
      asked.push(query);
      return answers[asked.length - 1] ?? good;
    },
    waitOut: (failure, earlier) =>
      waitOut(failure, retryPolicies.run, earlier, async (ms) => {
        waits.push(ms);
      }),
    isCancelled: () => asked.length >= cancelAfter,
    onOutcome: (index, outcome) => {
      kinds[index] = outcome.kind;
    },
  });
  return { asked, waits, kinds };
}

describe('runExpectations', () => {
  it('asks for each in turn; one that got no response is neither met nor missed, and the rest continue', async () => {
    const { asked, kinds } = await run([good, error('timeout'), good], 3);
    expect(asked).toEqual(['q0', 'q1', 'q2']);
    expect(kinds).toEqual(['met', 'not-run', 'met']);
  });

  it('waits when it is asked to, no longer than a minute, and asks again', async () => {
    const { asked, waits, kinds } = await run([error('rate_limited'), error('rate_limited'), good], 1);
    expect([asked.length, waits, kinds]).toEqual([3, [60_000, 60_000], ['met']]);
  });

  it('gives a query up after five repetitions', async () => {
    const { asked, kinds } = await run(
      Array.from({ length: 6 }, () => error('rate_limited')),
      1,
    );
    expect([asked.length, kinds]).toEqual([6, ['not-run']]);
  });

  it('does not continue asking where nothing answers', async () => {
    const { asked, kinds } = await run([good, error('network')], 4);
    expect(asked).toEqual(['q0', 'q1']);
    expect(kinds).toEqual(['met', 'not-run', 'not-run', 'not-run']);
  });

  it('leaves the rest without an outcome when it is canceled', async () => {
    const { asked, kinds } = await run([], 4, 2);
    expect(asked).toEqual(['q0', 'q1']);
    expect(kinds).toEqual(['met']);
  });
});
