import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ActiveRequests } from '../ipc/activeRequests.ts';
import { createExpectationHandlers } from '../ipc/expectationHandlers.ts';
import { createRunHandlers } from '../ipc/runHandlers.ts';
import { forgetRecordings } from '../../../engine/recall/earlierRecordings.ts';
import { createExpectationRuns } from '../../../engine/recall/expectationRuns.ts';
import { createRunKeeper } from '../../../engine/recall/keepRuns.ts';
import { createRecallMemories } from '../../../engine/recall/recallMemories.ts';
import type { ReadingParts } from '../../../engine/composeReadings.ts';
import type { Surroundings } from '../../../engine/surroundings.ts';

/** Runs of recalls, and expectations. */
export function wireRecalls(
  surroundings: Surroundings,
  parts: Pick<ReadingParts, 'connections' | 'readings' | 'observe' | 'removals'> & {
    readonly requests: ActiveRequests;
  },
) {
  const { folder, tell, log } = surroundings;
  const { connections, readings, requests } = parts;
  const runsChanged = (connectionId: ConnectionId): void => tell('runsChanged', { connectionId });
  const expectationsChanged = (connectionId: ConnectionId): void =>
    tell('expectationsChanged', { connectionId });
  const memories = createRecallMemories(path.join(folder, 'recalls'), surroundings);
  parts.observe(createRunKeeper({ memories, connections, runsChanged, log }));
  const runs = createExpectationRuns({ ...surroundings, memories, readings, expectationsChanged });
  parts.removals.deleteWith(memories.forget, (id) => forgetRecordings(path.join(folder, 'recordings'), id));
  return {
    handlers: {
      ...createRunHandlers({ memories, runsChanged }),
      ...createExpectationHandlers({ memories, runs, requests, expectationsChanged }),
    },
    close: memories.close,
  };
}
