import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Activity, ConnectionId, RootSighting } from '#shared/domain/connection.ts';
import { followActivity, useActivityStore } from './activity.ts';

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

describe('what the main process reports', () => {
  const timers: (() => void)[] = [];
  let report: (event: Activity) => void;
  let changePins: () => void;
  let lastRoot: RootSighting;
  let unfollow: () => void;

  beforeEach(() => {
    timers.length = 0;
    vi.stubGlobal('window', {
      atomExplorer: {
        onActivity: (listener: typeof report) => {
          report = listener;
          return () => undefined;
        },
        onPinsChanged: (listener: (event: { readonly connectionId: ConnectionId }) => void) => {
          changePins = () => listener({ connectionId: id });
          return () => undefined;
        },
        catalogueSummary: async () => ({ ok: true, value: { lastRoot } }),
      },
    });
    unfollow = followActivity({ setTimer: (work) => timers.push(work) });
  });
  afterEach(() => {
    unfollow();
    vi.unstubAllGlobals();
  });
  const shown = () => useActivityStore.getState().byConnection[id];
  const rootOf = (rootHash: string) => ({ ...root, rootHash });

  it('is shown at once, and then a few times a second, with the newest root', () => {
    report(activity({ at: 1, root }));
    expect(shown()).toMatchObject({ latest: { at: 1 }, root });
    report(activity({ at: 2, root: rootOf('cd') }));
    report(activity({ at: 3 }));
    expect(shown()).toMatchObject({ latest: { at: 1 }, root });
    timers.shift()?.();
    expect(shown()).toMatchObject({ latest: { at: 3 }, root: { rootHash: 'cd' } });
  });

  it('does not hide one connection behind another', () => {
    report(activity({ at: 1 }));
    report(activity({ at: 2 }));
    report(activity({ connectionId: 'c2' as ConnectionId, at: 3 }));
    timers.shift()?.();
    expect(shown()).toMatchObject({ latest: { at: 2 } });
    expect(useActivityStore.getState().byConnection['c2' as ConnectionId]).toMatchObject({
      latest: { at: 3 },
    });
  });

  it('does not replace the status that the root has with other pins', async () => {
    const pinned: RootSighting = { ...root, status: { kind: 'seen', firstSeenAt: 1, times: 2 } };
    lastRoot = pinned;
    report(activity({ root }));
    report(activity({ root }));
    changePins();
    await expect.poll(() => shown()?.root).toEqual(pinned);
    timers.shift()?.();
    expect(shown()?.root).toEqual(pinned);
  });
});
