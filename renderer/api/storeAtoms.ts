import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { AtomToStore, BatchReceipt } from '#shared/domain/store.ts';
import { atomQuery } from './atoms.ts';
import { callService, ipc } from './ipc.ts';

export interface StoreAtomsInput {
  readonly connectionId: ConnectionId;
  /** What the batch is for, as the log of writes names it. */
  readonly title: string;
  readonly atoms: readonly AtomToStore[];
  readonly allowSensitive: boolean;
  readonly signal: AbortSignal;
}

/** Stores several atoms as one batch. What was read of them before is out of date: it is read anew when next shown. */
export function useStoreAtoms() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ signal, ...input }: StoreAtomsInput): Promise<BatchReceipt> =>
      callService(signal, (requestId) => ipc.storeAtoms({ ...input, requestId })),
    onSettled: async (receipt, _error, { connectionId, atoms }) => {
      const keys =
        receipt?.outcome === 'conflict'
          ? receipt.conflicts.map(({ key }) => key)
          : atoms.map(({ key }) => key);
      await Promise.all(
        keys.map((key) =>
          client.invalidateQueries({ queryKey: atomQuery(connectionId, key).queryKey, exact: true }),
        ),
      );
    },
  });
}
