import { describe, expect, it } from 'vitest';
import type { ReplaceAnswer } from './replaceInValues.ts';
import { createReplaceQueue, type ReplaceOutcome, type ToReplaceWorker } from './replaceQueue.ts';
import type { FindChoice } from '#shared/text/replacing.ts';

const choice = (find: string): FindChoice => ({ find, replace: '', isExpression: true, matchesCase: true });
const nothing: ReplaceAnswer = { kind: 'replaced', changes: [], unchanged: 0 };

function arrange() {
  const told: [string, ReplaceOutcome['kind']][] = [];
  const workers: {
    readonly sent: ToReplaceWorker[];
    readonly answer: (answer: ReplaceAnswer) => void;
    readonly broke: (why: string) => void;
    isEnded: boolean;
  }[] = [];
  const clocks: { readonly ring: () => void; isStopped: boolean }[] = [];
  const queue = createReplaceQueue({
    values: ['one'],
    start: (heard) => {
      const worker = { sent: [] as ToReplaceWorker[], ...heard, isEnded: false };
      workers.push(worker);
      return {
        send: (message) => worker.sent.push(message),
        end: () => {
          worker.isEnded = true;
        },
      };
    },
    after: (_ms, ring) => {
      const clock = { ring, isStopped: false };
      clocks.push(clock);
      return () => {
        clock.isStopped = true;
      };
    },
    limitMs: 3_000,
    onOutcome: (outcome, { find }) => told.push([find, outcome.kind]),
  });
  return { queue, workers, clocks, told };
}

/** What a worker was asked to look for, after it was given the values. */
function searched(sent: readonly ToReplaceWorker[]): readonly string[] {
  expect(sent[0]).toEqual({ kind: 'values', values: ['one'] });
  return sent.slice(1).map((message) => (message.kind === 'replace' ? message.choice.find : message.kind));
}

describe('the queue of searches', () => {
  it('hands over the values once, and searches one after the other', () => {
    const { queue, workers, clocks, told } = arrange();
    queue.search(choice('a'));
    workers[0]?.answer(nothing);
    queue.search(choice('b'));
    workers[0]?.answer(nothing);
    expect(workers).toHaveLength(1);
    expect(searched(workers[0]?.sent ?? [])).toEqual(['a', 'b']);
    expect(told).toEqual([
      ['a', 'replaced'],
      ['b', 'replaced'],
    ]);
    expect(clocks.every(({ isStopped }) => isStopped)).toBe(true);
  });

  it('passes over what was wished in between', () => {
    const { queue, workers, told } = arrange();
    queue.search(choice('a'));
    queue.search(choice('ab'));
    queue.search(choice('abc'));
    workers[0]?.answer(nothing);
    workers[0]?.answer(nothing);
    expect(told.map(([find]) => find)).toEqual(['a', 'abc']);
  });

  it('ends a search that takes too long, says so, and goes on with a new worker', () => {
    const { queue, workers, clocks, told } = arrange();
    queue.search(choice('(a+)+$'));
    queue.search(choice('a'));
    clocks[0]?.ring();
    expect(workers[0]?.isEnded).toBe(true);
    expect(told).toEqual([['(a+)+$', 'too-long']]);
    expect(searched(workers[1]?.sent ?? [])).toEqual(['a']);
    workers[1]?.answer(nothing);
    expect(told).toHaveLength(2);
  });

  it('says that a worker broke, and begins anew with the next search', () => {
    const { queue, workers, told } = arrange();
    queue.search(choice('a'));
    workers[0]?.broke('out of memory');
    queue.search(choice('b'));
    expect(told).toEqual([['a', 'broken']]);
    expect(searched(workers[1]?.sent ?? [])).toEqual(['b']);
  });

  it('tells nothing while it rests, leaves no worker and no clock behind, and begins anew when asked', () => {
    const { queue, workers, clocks, told } = arrange();
    queue.search(choice('a'));
    queue.stop();
    workers[0]?.answer(nothing);
    expect(told).toEqual([]);
    expect(workers[0]?.isEnded).toBe(true);
    expect(clocks[0]?.isStopped).toBe(true);
    queue.search(choice('b'));
    expect(searched(workers[1]?.sent ?? [])).toEqual(['b']);
  });
});
