import { create } from 'zustand';
import { throttle, type Pace } from '#shared/async/throttle.ts';
import type { Activity, ConnectionId } from '#shared/domain/connection.ts';
import { catalogueSummary } from '../api/catalogueSummary.ts';
import { onEvent } from '../api/onEvent.ts';

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

/** The shortest time between two updates, in milliseconds: an upload sends some ten requests a second. */
const noteEveryMs = 250;

/** Subscribes to events from the main process. Returns a function that unsubscribes. */
export function followActivity(pace: Pace = { setTimer: setTimeout }): () => void {
  const { note, showRoot } = useActivityStore.getState();
  const waiting = new Map<ConnectionId, Activity>();
  const noteWaiting = (): void => {
    waiting.forEach(note);
    waiting.clear();
  };
  const noteSoon = throttle(noteEveryMs, pace, noteWaiting);
  const ends = [
    onEvent('activity', (activity) => {
      const { connectionId } = activity;
      const root = activity.root ?? waiting.get(connectionId)?.root ?? null;
      waiting.set(connectionId, { ...activity, root });
      noteSoon();
    }),
    // The status of the newest root may be another one with the pins as they are now.
    onEvent('pinsChanged', ({ connectionId }) => {
      catalogueSummary({ connectionId }).then(
        ({ lastRoot }) => {
          // What waits is older.
          noteWaiting();
          showRoot(connectionId, lastRoot);
        },
        () => undefined,
      );
    }),
  ];
  return () => ends.forEach((end) => end());
}
