import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { RecallRun, RunsListing } from '#shared/domain/recallRun.ts';
import { ipc } from './ipc.ts';

/** The saved runs of a connection, kept up to date while shown. */
export function useRuns(connectionId: ConnectionId) {
  return useQuery({
    queryKey: ['runs', connectionId, 'list'] as const,
    queryFn: (): Promise<RunsListing> => ipc.listRuns({ connectionId }),
  });
}

/** One run with its hits. The hits never change; its name and pin may. */
export function runQuery(connectionId: ConnectionId, id: string) {
  return queryOptions({
    queryKey: ['runs', connectionId, 'run', id] as const,
    queryFn: (): Promise<RecallRun> => ipc.readRun({ connectionId, id }),
  });
}
