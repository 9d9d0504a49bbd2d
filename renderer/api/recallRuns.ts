import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { RecallRun, RunsListing } from '#shared/domain/recallRun.ts';
import { ipc, onEvent } from './ipc.ts';

function runsQuery(connectionId: ConnectionId) {
  return queryOptions({
    queryKey: ['runs', connectionId, 'list'] as const,
    queryFn: (): Promise<RunsListing> => ipc.listRuns({ connectionId }),
    // Changes are only followed while a screen shows the runs, so the next screen reads them again.
    staleTime: 0,
  });
}

/** The runs kept of a connection, kept fresh while shown. */
export function useRuns(connectionId: ConnectionId) {
  const client = useQueryClient();
  useEffect(
    () =>
      onEvent('runsChanged', (event) => {
        if (event.connectionId === connectionId) void readRunsAgain(client, connectionId);
      }),
    [client, connectionId],
  );
  return useQuery(runsQuery(connectionId));
}

/** One run with its hits; they never change, but its name and pin may. */
export function runQuery(connectionId: ConnectionId, id: string) {
  return queryOptions({
    queryKey: ['runs', connectionId, 'run', id] as const,
    queryFn: (): Promise<RecallRun> => ipc.readRun({ connectionId, id }),
  });
}

function readRunsAgain(client: QueryClient, connectionId: ConnectionId): Promise<void> {
  return client.invalidateQueries({ queryKey: ['runs', connectionId] });
}

/** What can be done with kept runs. All of them throw AppFailure. */
export function runChanges(connectionId: ConnectionId) {
  return {
    rename: (id: string, name: string | null) => ipc.changeRun({ connectionId, id, name }),
    pin: (id: string, pinned: boolean) => ipc.changeRun({ connectionId, id, pinned }),
    remove: (ids: readonly string[]) => ipc.removeRuns({ connectionId, ids }),
    restore: () => ipc.restoreRuns({ connectionId }),
  };
}
