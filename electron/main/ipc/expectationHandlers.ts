import type { ConnectionId } from '#shared/domain/connection.ts';
import { mostExpectations } from '#shared/domain/expectation.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import type { expectationOperations } from '#shared/ipc/recallOperations.ts';
import type { ExpectationRuns } from '../../../engine/recall/expectationRuns.ts';
import type { ExpectationStore } from '../../../engine/recall/expectationStore.ts';
import type { RecallMemories } from '../../../engine/recall/recallMemories.ts';
import type { ActiveRequests } from './activeRequests.ts';
import type { IpcHandlers } from './register.ts';

export function createExpectationHandlers(effects: {
  readonly memories: Pick<RecallMemories, 'of'>;
  readonly runs: ExpectationRuns;
  readonly requests: Pick<ActiveRequests, 'run'>;
  readonly expectationsChanged: (id: ConnectionId) => void;
}): IpcHandlers<typeof expectationOperations> {
  const withStore = async <T>(
    id: ConnectionId,
    work: (store: ExpectationStore) => Promise<Result<T>>,
  ): Promise<Result<T>> => work((await effects.memories.of(id)).expectations);
  const changed = <T>(id: ConnectionId, answer: T): Result<T> => {
    effects.expectationsChanged(id);
    return succeed(answer);
  };
  return {
    listExpectations: ({ connectionId }) =>
      withStore(connectionId, async (store) =>
        succeed({ ...store.list(), running: effects.runs.running(connectionId) }),
      ),
    addExpectations: ({ connectionId, expectations }) =>
      withStore(connectionId, async (store) => {
        const added = await store.add(expectations);
        if (added !== null) return changed(connectionId, { added });
        const message = `A connection can have at most ${String(mostExpectations)} expectations.`;
        return refuseInput('expectations', message);
      }),
    replaceExpectation: ({ connectionId, id, expectation }) =>
      withStore(connectionId, async (store) => {
        if (await store.replace(id, expectation)) return changed(connectionId, null);
        return refuseInput('id', 'This expectation no longer exists.');
      }),
    removeExpectations: ({ connectionId, ids }) =>
      withStore(connectionId, async (store) => {
        await store.remove(ids);
        return changed(connectionId, null);
      }),
    restoreExpectations: ({ connectionId, ids }) =>
      withStore(connectionId, async (store) => {
        await store.restore(ids);
        return changed(connectionId, null);
      }),
    runExpectations: ({ connectionId, requestId, ids, requireVerified }) =>
      effects.requests.run(requestId, (options) =>
        effects.runs.run(connectionId, { ids, requireVerified }, options),
      ),
  };
}
