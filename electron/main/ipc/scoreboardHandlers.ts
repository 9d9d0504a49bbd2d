import { succeed } from '#shared/domain/result.ts';
import type { Connections } from '../connections/connections.ts';
import type { Scoreboards } from '../scoreboard/scoreboards.ts';
import type { IpcHandlers } from './register.ts';

export function createScoreboardHandlers(
  scoreboards: Scoreboards,
  /** An id that names no connection would open a folder of its own. */
  connections: Pick<Connections, 'profile'>,
): IpcHandlers<'scoreboard'> {
  return {
    'scoreboard:read': async ({ connectionId, latest, edgeFilter }) => {
      const profile = connections.profile(connectionId);
      return profile.ok ? succeed(await scoreboards.read(connectionId, { latest, edgeFilter })) : profile;
    },
    'scoreboard:observations': async ({ connectionId }) => {
      const profile = connections.profile(connectionId);
      return profile.ok ? succeed(await scoreboards.observations(connectionId)) : profile;
    },
    'scoreboard:opened': async ({ connectionId, key }) => {
      scoreboards.opened(connectionId, key);
      return succeed(null);
    },
    'scoreboard:clear': async ({ connectionId }) => {
      const profile = connections.profile(connectionId);
      if (!profile.ok) return profile;
      await scoreboards.clear(connectionId);
      return succeed(null);
    },
  };
}
