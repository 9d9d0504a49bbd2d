import { describe, expect, it } from 'vitest';
import { keyNodeId, startChain, type ChainAnswer } from '#shared/predictions/chain.ts';
import type { PredictionStatus } from '#shared/predictions/predictionStatus.ts';
import { AppFailure } from '../../api/unwrap.ts';
import { followChain, type FollowStep } from './followChain.ts';

interface Memory {
  readonly predictions: Readonly<Record<string, readonly string[]>>;
  /** Keys that have no atom. */
  readonly absent?: readonly string[];
  /** Whom the service takes a question for, where it is not the key itself. */
  readonly takenFor?: Readonly<Record<string, string>>;
}

/** A run over a memory that is played, with what it asked for. */
function play(
  memory: Memory,
  given: { breadth?: number; depth?: number; budget?: number; reads?: boolean } = {},
) {
  const controller = new AbortController();
  const requests: string[] = [];
  const steps: FollowStep[] = [];
  const known = new Map<string, PredictionStatus>();
  const see = (key: string): void => {
    const isAbsent = memory.absent?.includes(key) ?? false;
    known.set(
      key,
      isAbsent ? { kind: 'absent', at: 1 } : { kind: 'read', verdict: 'green', version: 1, at: 1 },
    );
  };
  const chain = startChain({ kind: 'key', text: 'a' });
  const run = (ask?: (key: string) => Promise<ChainAnswer>) =>
    followChain({
      chain,
      from: chain.start,
      limits: { breadth: given.breadth ?? 3, depth: given.depth ?? 4, budget: given.budget ?? 20 },
      readsPredicted: given.reads ?? false,
      signal: controller.signal,
      ask: async ({ text }) => {
        requests.push(`ask ${text}`);
        if (ask !== undefined) return ask(text);
        const bestHit = memory.takenFor?.[text] ?? text;
        see(bestHit);
        return { predictions: memory.predictions[text] ?? [], bestHit, at: 1 };
      },
      read: async (keys) => {
        requests.push(`read ${keys.join(' ')}`);
        for (const key of keys) see(key);
      },
      status: (key) => known.get(key) ?? { kind: 'unread' },
      onStep: (step) => steps.push(step),
    });
  return { run, requests, steps, cancel: () => controller.abort() };
}

function keysOfLast(steps: readonly FollowStep[]): readonly string[] {
  return [...(steps.at(-1)?.chain.nodes.values() ?? [])].map(({ text }) => text);
}

describe('following a chain', () => {
  it('reproduces the history if each key has one successor', async () => {
    const { run, requests, steps } = play({ predictions: { a: ['b'], b: ['c'], c: ['d'], d: ['e'] } });
    expect(await run()).toEqual({ kind: 'complete' });
    expect(keysOfLast(steps)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(requests).toEqual(['ask a', 'ask b', 'ask c', 'ask d']);
  });

  it('ends at a loop', async () => {
    const { run, requests } = play({ predictions: { a: ['b'], b: ['a'] } }, { depth: 50 });
    expect(await run()).toEqual({ kind: 'complete' });
    expect(requests).toEqual(['ask a', 'ask b']);
  });

  it('respects the request limit', async () => {
    const { run, requests } = play({ predictions: { a: ['b'], b: ['c'], c: ['d'] } }, { budget: 2 });
    expect(await run()).toEqual({ kind: 'spent' });
    expect(requests).toEqual(['ask a', 'ask b']);
  });

  it('reads a key that the service took for another, and drops the predictions of a missing key', async () => {
    const { run, requests, steps } = play({
      predictions: { a: ['nowhere'], nowhere: ['x'] },
      absent: ['nowhere'],
      takenFor: { nowhere: 'a' },
    });
    expect(await run()).toEqual({ kind: 'complete' });
    expect(requests).toEqual(['ask a', 'ask nowhere', 'read nowhere']);
    expect(keysOfLast(steps)).toEqual(['a', 'nowhere']);
  });

  it('keeps the response for an existing key, but does not follow predictions for another key', async () => {
    const { run, steps } = play({ predictions: { a: ['b'], b: ['c'] }, takenFor: { b: 'a' } }, { depth: 2 });
    expect(await run()).toEqual({ kind: 'complete' });
    expect(keysOfLast(steps)).toEqual(['a', 'b']);
    expect(steps.at(-1)?.chain.nodes.get(keyNodeId('b'))?.answer).toMatchObject({
      predictions: ['c'],
      bestHit: 'a',
    });
  });

  it('reads all predicted atoms at the end in one request, if enabled', async () => {
    const { run, requests } = play({ predictions: { a: ['b', 'c'] } }, { depth: 1, reads: true });
    expect(await run()).toEqual({ kind: 'complete' });
    expect(requests).toEqual(['ask a', 'read b c']);
  });

  it('sends no request after cancellation', async () => {
    const played = play({ predictions: { a: ['b'], b: ['c'] } });
    const end = await played.run(async () => {
      played.cancel();
      return { predictions: ['b'], bestHit: 'a', at: 1 };
    });
    expect(end).toEqual({ kind: 'cancelled' });
    expect(played.requests).toEqual(['ask a']);
  });

  it('stops at an error and keeps the chain', async () => {
    const error = { code: 'rate_limited', message: '429', requestId: null, retryAfterMs: null } as const;
    const played = play({ predictions: {} });
    const end = await played.run(async (key) => {
      if (key === 'b') throw new AppFailure(error);
      return { predictions: ['b'], bestHit: key, at: 1 };
    });
    expect(end).toEqual({ kind: 'failed', error });
    expect(keysOfLast(played.steps)).toEqual(['a', 'b']);
  });

  it('reports a full chain once no more nodes are added', async () => {
    const many = (prefix: string) => Array.from({ length: 400 }, (_, index) => `${prefix}${index}`);
    const { run } = play({ predictions: { a: many('b'), b0: many('c') } }, { breadth: 400, depth: 2 });
    expect(await run()).toEqual({ kind: 'full' });
  });
});
