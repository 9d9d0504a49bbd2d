import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Draft } from '#shared/domain/draft.ts';
import { createDraftKeeper } from './draftKeeper.ts';

type Typed = Omit<Draft, 'changedAt'>;

function draft(value: string): Typed {
  return { id: 'd', connectionId: 'c' as ConnectionId, key: 'v1.a', value, base: null };
}

function keeperOf() {
  const done: string[] = [];
  const told: unknown[] = [];
  const keeper = createDraftKeeper({
    keep: (typed) => {
      done.push(`keep ${typed.value}`);
      return Promise.resolve({ ...typed, changedAt: 1 });
    },
    remove: (typed) => {
      done.push(`remove ${typed.id}`);
      return Promise.resolve();
    },
    tell: (last) => told.push(last),
  });
  keeper.note(draft(''), false);
  return { keeper, done, told };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('createDraftKeeper', () => {
  it('saves the latest text when typing pauses', async () => {
    const { keeper, done } = keeperOf();
    for (const value of ['a', 'ab', 'abc']) keeper.note(draft(value), true);
    await vi.advanceTimersByTimeAsync(499);
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toEqual(['keep abc']);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(done).toEqual(['keep abc']);
  });

  it('saves nothing if nothing changed', async () => {
    const { keeper, done } = keeperOf();
    await keeper.flush();
    await keeper.finish();
    expect(done).toEqual([]);
  });

  it('saves at once on request, and reports it', async () => {
    const { keeper, done, told } = keeperOf();
    keeper.note(draft('a'), true);
    await keeper.flush();
    expect(done).toEqual(['keep a']);
    expect(told).toMatchObject([{ kept: { value: 'a' } }]);
  });

  it('removes the draft when all changes are undone, and when it was stored', async () => {
    const { keeper, done } = keeperOf();
    keeper.note(draft('a'), true);
    await keeper.flush();
    keeper.note(draft(''), false);
    await keeper.flush();
    keeper.note(draft('b'), true);
    await keeper.flush();
    await keeper.finish();
    expect(done).toEqual(['keep a', 'remove d', 'keep b', 'remove d']);
  });

  it('removes a continued draft that was stored unchanged', async () => {
    const done: string[] = [];
    const keeper = createDraftKeeper({
      keep: (typed) => Promise.resolve({ ...typed, changedAt: 1 }),
      remove: (typed) => Promise.resolve(done.push(`remove ${typed.id}`)),
      tell: () => undefined,
    });
    keeper.note(draft('earlier'), true);
    await keeper.finish();
    expect(done).toEqual(['remove d']);
  });

  it('saves nothing after finish, even if a save was pending', async () => {
    const { keeper, done } = keeperOf();
    keeper.note(draft('a'), true);
    const ended = keeper.finish();
    keeper.note(draft('b'), true);
    await ended;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(done).toEqual([]);
  });

  it('reports why saving failed, and tries again with the next change', async () => {
    const told: unknown[] = [];
    let fails = true;
    const keeper = createDraftKeeper({
      keep: (typed) =>
        fails ? Promise.reject(new Error('full')) : Promise.resolve({ ...typed, changedAt: 1 }),
      remove: () => Promise.resolve(),
      tell: (last) => told.push(last),
    });
    keeper.note(draft(''), false);
    keeper.note(draft('a'), true);
    await keeper.flush();
    fails = false;
    keeper.note(draft('b'), true);
    await keeper.flush();
    expect(told).toMatchObject([{ failure: new Error('full') }, { kept: { value: 'b' } }]);
  });
});
