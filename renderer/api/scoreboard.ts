import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Scoreboard } from '#shared/domain/scoreboard.ts';
import { ipc } from './ipc.ts';

/** The scoreboard of a connection, kept fresh while shown. */
export function useScoreboard(connectionId: ConnectionId, latest: number | null, edgeFilter: string) {
  return useQuery({
    queryKey: ['scoreboard', connectionId, latest, edgeFilter] as const,
    queryFn: (): Promise<Scoreboard> => ipc.readScoreboard({ connectionId, latest, edgeFilter }),
    placeholderData: keepPreviousData,
  });
}

export function useClearScoreboard(connectionId: ConnectionId) {
  return useMutation({
    mutationFn: () => ipc.clearScoreboard({ connectionId }),
  });
}

/** Running through rows with the arrow keys opens the one that one stops at, not each one passed. */
const restMs = 120;
let resting: number | undefined;

/**
 * Tells the scoreboard that the user chose to open an atom. Not for the hits of a recall, which came with it, and not
 * for what merely stays open while screens change.
 */
export function noteOpened(connectionId: ConnectionId, key: string): void {
  window.clearTimeout(resting);
  // A step that is not counted is no reason to disturb anyone.
  ipc.noteOpened({ connectionId, key }).catch(() => undefined);
}

/** The same for a row that was moved to: it is opened once the user stays with it. */
export function noteFocused(connectionId: ConnectionId, key: string): void {
  window.clearTimeout(resting);
  resting = window.setTimeout(() => noteOpened(connectionId, key), restMs);
}
