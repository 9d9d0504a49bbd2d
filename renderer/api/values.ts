import { queryOptions } from '@tanstack/react-query';
import type { SeenField, ValueCoverage } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { ipc } from './ipc.ts';
import { queryKey } from './queryKeys.ts';

/** While values of the history are loaded; what they change is announced as well. */
const loadingMs = 500;

/** How many values a search reaches. */
export function valueCoverageQuery(connectionId: ConnectionId) {
  return queryOptions({
    queryKey: queryKey('valueCoverage', connectionId),
    queryFn: (): Promise<ValueCoverage> => ipc.valueCoverage({ connectionId }),
    refetchInterval: ({ state }) => (state.data?.history === 'loading' ? loadingMs : false),
  });
}

/** The fields that values in memory have. Read again whenever they are shown. */
export function seenFieldsQuery(connectionId: ConnectionId) {
  return queryOptions({
    queryKey: queryKey('seenFields', connectionId),
    queryFn: (): Promise<readonly SeenField[]> => ipc.seenFields({ connectionId }),
    gcTime: 0,
    refetchOnMount: 'always',
  });
}
