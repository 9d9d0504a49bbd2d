import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ExportedPin, PinList, RootPin } from '#shared/domain/pin.ts';
import type { IpcInput } from '#shared/ipc/contract.ts';
import { ipc } from './ipc.ts';
import { about, queryKey } from './queryKeys.ts';

/** A root to pin, as main takes it. */
export type PinToAdd = IpcInput<'addPin'>['pin'];

/** The pins of a connection, newest first; disabled while there is no connection. */
export function usePins(connectionId: ConnectionId | null) {
  return useQuery({
    queryKey: queryKey('pins', connectionId),
    queryFn: connectionId === null ? skipToken : (): Promise<PinList> => ipc.listPins({ connectionId }),
  });
}

/** A pin as a signed checkpoint. It is made again whenever it is shown, because the key may have been replaced. */
export function exportedPinQuery(connectionId: ConnectionId, id: string) {
  return queryOptions({
    queryKey: queryKey('exportedPin', connectionId, id),
    queryFn: (): Promise<ExportedPin> => ipc.exportPin({ connectionId, id }),
    gcTime: 0,
    retry: false,
  });
}

/** What a checkpoint says; rejects with the reason if it cannot be used. */
export function checkpointQuery(text: string, verifierKey: string | null) {
  return queryOptions({
    queryKey: queryKey('checkpoint', text, verifierKey),
    queryFn: () => ipc.readCheckpoint({ text, verifierKey }),
    gcTime: 0,
    retry: false,
  });
}

/** Changes to the pins. Atoms and recalls are read again, because their verdicts considered the pins as they were. */
export function usePinChanges(connectionId: ConnectionId) {
  const client = useQueryClient();
  const readAgain = <T>(result: T): T => {
    void client.invalidateQueries(about(['atom', 'recall'], connectionId));
    return result;
  };
  return {
    add: (pin: PinToAdd) => ipc.addPin({ connectionId, pin }).then(readAgain),
    edit: ({ id, note, isExact }: Pick<RootPin, 'id' | 'note' | 'isExact'>) =>
      ipc.editPin({ connectionId, id, note, isExact }).then(readAgain),
    remove: (id: string) => ipc.removePin({ connectionId, id }).then(readAgain),
  };
}
