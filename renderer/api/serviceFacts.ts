import { queryOptions } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { ipc } from './ipc.ts';
import { queryKey } from './queryKeys.ts';

/** What was learned about the service of a connection. */
export function serviceFactsQuery(connectionId: ConnectionId) {
  return queryOptions({
    queryKey: queryKey('serviceFacts', connectionId),
    queryFn: () => ipc.readServiceFacts({ connectionId }),
  });
}
