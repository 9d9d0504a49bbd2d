import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Connections } from '../connections/connections.ts';
import type { ReadingObserver } from '../readings/readings.ts';
import { keptRun } from './keptRun.ts';
import type { RecallMemories } from './recallMemories.ts';

/** Keeps every recall that the user asked for. What the app asks of its own accord is not their history. */
export function createRunKeeper(effects: {
  readonly memories: Pick<RecallMemories, 'of'>;
  /** The answer of a connection that was removed meanwhile would open a folder of its own. */
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
