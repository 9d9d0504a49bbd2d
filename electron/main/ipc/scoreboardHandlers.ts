import { succeed } from '#shared/domain/result.ts';
import type { scoreboardOperations } from '#shared/ipc/recallOperations.ts';
import type { Scoreboards } from '../../../engine/recall/scoreboard/scoreboards.ts';
import type { IpcHandlers } from './register.ts';

export function createScoreboardHandlers(scoreboards: Scoreboards): IpcHandlers<typeof scoreboardOperations> {
  return {
    readScoreboard: async ({ connectionId, latest, edgeFilter }) =>
      succeed(await scoreboards.read(connectionId, { latest, edgeFilter })),
    readObservations: async ({ connectionId }) => succeed(await scoreboards.observations(connectionId)),
    noteOpened: async ({ connectionId, key }) => {
      scoreboards.opened(connectionId, key);
      return succeed(null);
    },
    clearScoreboard: async ({ connectionId }) => {
      await scoreboards.clear(connectionId);
      return succeed(null);
    },
  };
}
