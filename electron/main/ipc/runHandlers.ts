import type { ConnectionId } from '#shared/domain/connection.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import type { runOperations } from '#shared/ipc/recallOperations.ts';
import type { RecallMemories } from '../../../engine/recall/recallMemories.ts';
import type { RecallRuns } from '../../../engine/recall/recallRuns.ts';
import type { IpcHandlers } from './register.ts';

export function createRunHandlers(effects: {
  readonly memories: Pick<RecallMemories, 'of'>;
  readonly runsChanged: (id: ConnectionId) => void;
}): IpcHandlers<typeof runOperations> {
  const withRuns = async <T>(
    id: ConnectionId,
    work: (runs: RecallRuns) => Promise<Result<T>>,
  ): Promise<Result<T>> => work((await effects.memories.of(id)).runs);
  const changed = (id: ConnectionId): Result<null> => {
    effects.runsChanged(id);
    return succeed(null);
  };
  return {
    listRuns: ({ connectionId }) => withRuns(connectionId, async (runs) => succeed(runs.list())),
    readRun: ({ connectionId, id }) =>
      withRuns(connectionId, async (runs) => {
        const run = await runs.read(id);
        return run === null ? noSuchRun() : succeed(run);
      }),
    changeRun: ({ connectionId, id, name, pinned }) =>
      withRuns(connectionId, async (runs) =>
        (await runs.change(id, { name, pinned })) ? changed(connectionId) : noSuchRun(),
      ),
    removeRuns: ({ connectionId, ids }) =>
      withRuns(connectionId, async (runs) => {
        await runs.remove(ids);
        return changed(connectionId);
      }),
    restoreRuns: ({ connectionId, ids }) =>
      withRuns(connectionId, async (runs) => {
        await runs.restore(ids);
        return changed(connectionId);
      }),
  };
}

function noSuchRun(): Result<never> {
  const message = 'This run no longer exists: it was deleted, or removed to make room for newer runs.';
  return refuseInput('id', message);
}
