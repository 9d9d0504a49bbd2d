import { expect, it } from 'vitest';
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
