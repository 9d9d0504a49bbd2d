import { beforeEach, expect, it } from 'vitest';
import type { Activity, ConnectionId } from '#shared/domain/connection.ts';
import { useActivityStore } from './activity.ts';

const id = 'c1' as ConnectionId;
const root = { rootHash: 'ab', treeSize: '3', status: { kind: 'new' } } as const;

function activity(change: Partial<Activity>): Activity {
  return { connectionId: id, at: 1, elapsedMs: 5, errorCode: null, root: null, ...change };
}

beforeEach(() => {
  useActivityStore.setState({ byConnection: {} });
});

it('keeps the newest root when a response has none', () => {
  const { note } = useActivityStore.getState();
  note(activity({ root }));
  note(activity({ at: 2, errorCode: 'timeout' }));
  expect(useActivityStore.getState().byConnection[id]).toEqual({
    latest: activity({ at: 2, errorCode: 'timeout' }),
    root,
  });
});

it('keeps connections apart', () => {
  const { note } = useActivityStore.getState();
  note(activity({ root }));
  note(activity({ connectionId: 'c2' as ConnectionId }));
  expect(useActivityStore.getState().byConnection['c2' as ConnectionId]?.root).toBeNull();
});
