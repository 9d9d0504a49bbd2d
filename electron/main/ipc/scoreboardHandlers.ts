import { succeed } from '#shared/domain/result.ts';
import type { scoreboardOperations } from '#shared/ipc/recallOperations.ts';
import type { Connections } from '../connections/connections.ts';
import type { Scoreboards } from '../scoreboard/scoreboards.ts';
import type { IpcHandlers } from './register.ts';

export function createScoreboardHandlers(
  scoreboards: Scoreboards,
  /** An unknown connection id would create a folder. */
  connections: Pick<Connections, 'profile'>,
): IpcHandlers<typeof scoreboardOperations> {
  return {
    readScoreboard: async ({ connectionId, latest, edgeFilter }) => {
      const profile = connections.profile(connectionId);
      return profile.ok ? succeed(await scoreboards.read(connectionId, { latest, edgeFilter })) : profile;
    },
    readObservations: async ({ connectionId }) => {
      const profile = connections.profile(connectionId);
      return profile.ok ? succeed(await scoreboards.observations(connectionId)) : profile;
    },
    noteOpened: async ({ connectionId, key }) => {
      scoreboards.opened(connectionId, key);
      return succeed(null);
    },
    clearScoreboard: async ({ connectionId }) => {
      const profile = connections.profile(connectionId);
      if (!profile.ok) return profile;
      await scoreboards.clear(connectionId);
      return succeed(null);
    },
  };
}
