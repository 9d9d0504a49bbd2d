import { queryOptions } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { ipc } from './ipc.ts';

/** What was learned about the service of a connection. */
export function serviceFactsQuery(connectionId: ConnectionId) {
  return queryOptions({
    queryKey: ['serviceFacts', connectionId] as const,
    queryFn: () => ipc.readServiceFacts({ connectionId }),
  });
}
