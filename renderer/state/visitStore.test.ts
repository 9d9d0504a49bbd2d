import { expect, it, vi } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { keepVisitsOf, nextVisit, noteVisit, useVisitStore } from './visitStore.ts';

const minute = 60_000;

it('a visit goes on while the connection is seen, and the next one remembers when it ended', () => {
  const first = nextVisit(null, 0);
  expect(first).toEqual({ lastAt: 0, previousEnd: null });
  const later = nextVisit(first, 30 * minute);
  expect(later).toEqual({ lastAt: 30 * minute, previousEnd: null });
  const second = nextVisit(later, 61 * minute);
  expect(second).toEqual({ lastAt: 61 * minute, previousEnd: 30 * minute });
  expect(nextVisit(second, 62 * minute)).toEqual({ lastAt: 62 * minute, previousEnd: 30 * minute });
});

it('a clock that was set back begins no visit', () => {
  expect(nextVisit({ lastAt: 100 * minute, previousEnd: 5 }, 10 * minute)).toEqual({
    lastAt: 100 * minute,
    previousEnd: 5,
  });
});

it('nothing is kept of connections that were removed', () => {
  noteVisit('left' as ConnectionId, 5);
  noteVisit('gone' as ConnectionId, 6);
  keepVisitsOf(new Set(['left', 'new']));
  expect(useVisitStore.getState().visits).toEqual({ left: { lastAt: 5, previousEnd: null } });
});

it('two windows keep each other’s visits', async () => {
  const kept = new Map<string, string>();
  const localStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
  vi.stubGlobal('window', { localStorage });
  const openWindow = async () => {
    vi.resetModules();
    return import('./visitStore.ts');
  };
  const [first, second] = [await openWindow(), await openWindow()];
  first.noteVisit('a' as ConnectionId, 5);
  second.noteVisit('b' as ConnectionId, 6);
  first.noteVisit('a' as ConnectionId, 7);
  second.keepVisitsOf(new Set(['a', 'b']));
  expect((await openWindow()).useVisitStore.getState().visits).toEqual({
    a: { lastAt: 7, previousEnd: null },
    b: { lastAt: 6, previousEnd: null },
  });
  vi.unstubAllGlobals();
});
