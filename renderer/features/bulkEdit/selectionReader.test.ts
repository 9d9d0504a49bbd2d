import { describe, expect, it } from 'vitest';
import type { AtomReading, BatchReading } from '#shared/domain/atom.ts';
import { beginReading, readOn, type SelectionReading } from './selectionReader.ts';
import { readingOf } from './testing/readingOf.ts';

const exchange = readingOf('x', '').exchange;
const keys = Array.from({ length: 1_200 }, (_, index) => `v1.n${index}`);

function answerFor(asked: readonly string[], unasked: readonly AtomReading[] = []): BatchReading {
  const there = asked.filter((key) => !key.endsWith('7'));
  return {
    atoms: [...there.map((key) => readingOf(key, `value of ${key}`)), ...unasked],
    missing: asked.filter((key) => key.endsWith('7')),
    unasked: [],
    denials: [],
    roots: [],
    exchange,
  };
}

const never = new AbortController().signal;

describe('readOn', () => {
  it('reads in pieces and tells how far it has come', async () => {
    const steps: SelectionReading[] = [];
    const sizes: number[] = [];
    const end = await readOn(beginReading(keys), {
      read: async (piece) => {
        sizes.push(piece.length);
        return answerFor(piece);
      },
      onProgress: (step) => steps.push(step),
      signal: never,
    });
    expect(sizes).toEqual([500, 500, 200]);
    expect(steps.map(({ done }) => done)).toEqual([0, 500, 1_000, 1_200, 1_200]);
    expect(end.state.kind).toBe('whole');
    expect(end.atoms).toHaveLength(1_080);
    expect(end.missing).toHaveLength(120);
  });

  it('goes on after a failure without asking again for what it has', async () => {
    let fails = true;
    const asked: string[] = [];
    const read = async (piece: readonly string[]): Promise<BatchReading> => {
      if (asked.length === 500 && fails) throw new Error('lost');
      asked.push(...piece);
      return answerFor(piece);
    };
    const failed = await readOn(beginReading(keys), { read, onProgress: () => undefined, signal: never });
    expect(failed).toMatchObject({ done: 500, state: { kind: 'failed' } });
    fails = false;
    const end = await readOn(failed, { read, onProgress: () => undefined, signal: never });
    expect(end.state.kind).toBe('whole');
    expect(asked).toEqual(keys);
  });

  it('ends as stopped where it was stopped, with what was read', async () => {
    const controller = new AbortController();
    const end = await readOn(beginReading(keys), {
      read: async (piece) => {
        controller.abort();
        return answerFor(piece);
      },
      onProgress: () => undefined,
      signal: controller.signal,
    });
    expect(end).toMatchObject({ done: 500, state: { kind: 'stopped' } });
  });

  it('stops where the values are more than can be worked on', async () => {
    const end = await readOn(beginReading(keys), {
      read: async (piece) => answerFor(piece),
      onProgress: () => undefined,
      signal: never,
      most: 10_000,
    });
    expect(end).toMatchObject({ done: 500, state: { kind: 'too-much' } });
  });

  it('takes no atom that was not asked for', async () => {
    const end = await readOn(beginReading(['v1.a']), {
      read: async (piece) => answerFor(piece, [readingOf('v1.other', 'x')]),
      onProgress: () => undefined,
      signal: never,
    });
    expect(end.atoms.map(({ key }) => key)).toEqual(['v1.a']);
  });
});
