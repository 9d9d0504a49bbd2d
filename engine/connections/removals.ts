import type { ConnectionId } from '#shared/domain/connection.ts';
import { allDone } from '../storage/allDone.ts';

type ForConnection = (id: ConnectionId) => void | Promise<void>;

/** Where each part says what it has to do when a connection is removed, so that no list elsewhere can forget one. */
export interface Removals {
  /** Ends work that might still write. */
  readonly stopWith: (...work: readonly ForConnection[]) => void;
  /** Deletes what was saved, when all work has ended. */
  readonly deleteWith: (...work: readonly ForConnection[]) => void;
}

/** @returns with `run`, which does all of it; rejects with the first failure after everything was tried */
export function createRemovals(failed: (error: unknown) => void): Removals & {
  readonly run: (id: ConnectionId) => Promise<void>;
} {
  const stops: ForConnection[] = [];
  const deletions: ForConnection[] = [];
  const all = (work: readonly ForConnection[], id: ConnectionId): Promise<void> =>
    allDone(
      work.map(async (one) => one(id)),
      failed,
    );
  return {
    stopWith: (...work) => void stops.push(...work),
    deleteWith: (...work) => void deletions.push(...work),
    run: async (id) => {
      await all(stops, id);
      await all(deletions, id);
    },
  };
}
