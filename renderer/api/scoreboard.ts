import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Scoreboard } from '#shared/domain/scoreboard.ts';
import { ipc } from './ipc.ts';
import { queryKey } from './queryKeys.ts';

export const { clearScoreboard, readObservations } = ipc;

/** The scoreboard of a connection, kept up to date while shown. */
export function useScoreboard(connectionId: ConnectionId, latest: number | null, edgeFilter: string) {
  return useQuery({
    queryKey: queryKey('scoreboard', connectionId, latest, edgeFilter),
    queryFn: (): Promise<Scoreboard> => ipc.readScoreboard({ connectionId, latest, edgeFilter }),
    placeholderData: keepPreviousData,
  });
}

/** Moving through rows with the arrow keys opens only the row where the user stops. */
const restMs = 120;
let resting: number | undefined;

/**
 * Tells the scoreboard that the user opened an atom. Not for the hits of a recall, which are part of its response,
 * and not for atoms that stay open while screens change.
 */
export function noteOpened(connectionId: ConnectionId, key: string): void {
  window.clearTimeout(resting);
  // An uncounted step is not a reason to interrupt the user.
  ipc.noteOpened({ connectionId, key }).catch(() => undefined);
}

/** The same for a row reached with the arrow keys: it counts as opened once the user stays on it. */
export function noteFocused(connectionId: ConnectionId, key: string): void {
  window.clearTimeout(resting);
  resting = window.setTimeout(() => noteOpened(connectionId, key), restMs);
}
