import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Connections } from '../connections/connections.ts';
import type { ReadingObserver } from '../reading/readings.ts';
import { keptRun } from './keptRun.ts';
import type { RecallMemories } from './recallMemories.ts';

/**
 * Saves every recall that the user made. Recalls that the app makes by itself are not part of the history.
 */
export function createRunKeeper(effects: {
  readonly memories: Pick<RecallMemories, 'of'>;
  /** A response of a connection that was removed meanwhile would create its folder again. */
  readonly connections: Pick<Connections, 'profile'>;
  readonly runsChanged: (id: ConnectionId) => void;
  readonly log: (message: string, error: unknown) => void;
}): ReadingObserver {
  const keep = async (id: ConnectionId, run: ReturnType<typeof keptRun>): Promise<void> => {
    const { runs } = await effects.memories.of(id);
    await runs.add(run);
    effects.runsChanged(id);
  };
  return (id, call, askedBy) => {
    if (call.kind !== 'recall' || askedBy !== 'user' || !effects.connections.profile(id).ok) return;
    keep(id, keptRun(call.query, call.limit, call.reading)).catch((error: unknown) => {
      effects.log('Could not save a recall.', error);
    });
  };
}
