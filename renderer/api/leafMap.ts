import { useQuery } from '@tanstack/react-query';
import type { LeafMap } from '#shared/domain/catalogue.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { ipc } from './ipc.ts';

/** Which leaves of a connection's memory are known, kept fresh while shown. */
export function useLeafMap(connectionId: ConnectionId, cells: number) {
  return useQuery({
    queryKey: ['leafMap', connectionId, cells] as const,
    queryFn: (): Promise<LeafMap> => ipc.leafMap({ connectionId, cells }),
    structuralSharing: false,
  });
}
