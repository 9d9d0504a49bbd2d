import { useQuery } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ExpectationsListing } from '#shared/domain/expectation.ts';
import { ipc } from './ipc.ts';

/** The expectations of a connection, their last results, and the progress of a run; kept up to date while shown. */
export function useExpectations(connectionId: ConnectionId) {
  return useQuery({
    queryKey: ['expectations', connectionId] as const,
    queryFn: (): Promise<ExpectationsListing> => ipc.listExpectations({ connectionId }),
  });
}
