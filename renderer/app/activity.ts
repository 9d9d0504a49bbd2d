import { create } from 'zustand';
import type { Activity, ConnectionId } from '#shared/domain/connection.ts';
import { onEvent } from '../api/ipc.ts';

interface ConnectionActivity {
  readonly latest: Activity;
  /** The newest root of this session; answers without a root leave it. */
  readonly root: Activity['root'];
}

interface ActivityState {
  readonly byConnection: { readonly [id: ConnectionId]: ConnectionActivity };
  readonly note: (activity: Activity) => void;
  /** The newest root stands otherwise now than when it came. */
  readonly showRoot: (id: ConnectionId, root: Activity['root']) => void;
}

/** What the connection bar shows of the traffic, for this session only. */
export const useActivityStore = create<ActivityState>()((set) => ({
  byConnection: {},
  showRoot: (id, root) =>
    set(({ byConnection }) => {
      const known = byConnection[id];
      return known === undefined ? {} : { byConnection: { ...byConnection, [id]: { ...known, root } } };
    }),
  note: (activity) =>
    set(({ byConnection }) => ({
      byConnection: {
        ...byConnection,
        [activity.connectionId]: {
          latest: activity,
          root: activity.root ?? byConnection[activity.connectionId]?.root ?? null,
        },
      },
    })),
}));

/** Begins to take note of main's activity events. Returns the way to stop. */
export function followActivity(): () => void {
  return onEvent('activity', (activity) => useActivityStore.getState().note(activity));
}
