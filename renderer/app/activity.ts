import { create } from 'zustand';
import type { Activity, ConnectionId } from '#shared/domain/connection.ts';
import { ipc, onEvent } from '../api/ipc.ts';

interface ConnectionActivity {
  readonly latest: Activity;
  /** The newest root of this session; responses without a root do not change it. */
  readonly root: Activity['root'];
}

interface ActivityState {
  readonly byConnection: { readonly [id: ConnectionId]: ConnectionActivity };
  readonly note: (activity: Activity) => void;
  /** Updates the status of the newest root. */
  readonly showRoot: (id: ConnectionId, root: Activity['root']) => void;
}

/** What the connection bar shows about requests; not saved. */
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

/** Subscribes to events from the main process. Returns a function that unsubscribes. */
export function followActivity(): () => void {
  const { note, showRoot } = useActivityStore.getState();
  const ends = [
    onEvent('activity', note),
    // The status of the newest root may be another one with the pins as they are now.
    onEvent('pinsChanged', ({ connectionId }) => {
      ipc.catalogueSummary({ connectionId }).then(
        ({ lastRoot }) => showRoot(connectionId, lastRoot),
        () => undefined,
      );
    }),
  ];
  return () => ends.forEach((end) => end());
}
