import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { LedgerRoot, RootsQuery } from '#shared/domain/rootLedger.ts';
import { useRowWindow, type AskRows } from './catalogueRows.ts';
import { ipc } from './ipc.ts';
import type { RowNames } from './rowWindow.ts';
import { queryKey } from './queryKeys.ts';

export const { exportLedger, ledgerConsistency, verifyLedger } = ipc;

/** Counts, checkpoints, and open contradictions of a root ledger, kept up to date while shown. */
export function useLedger(connectionId: ConnectionId) {
  return useQuery({
    queryKey: queryKey('ledgerSummary', connectionId),
    queryFn: () => ipc.ledgerSummary({ connectionId }),
  });
}

/** A root with its entries, kept up to date while shown. */
export function useLedgerRoot(connectionId: ConnectionId, rootHash: string) {
  return useQuery({
    queryKey: queryKey('ledgerRoot', connectionId, rootHash),
    queryFn: () => ipc.ledgerRoot({ connectionId, rootHash }),
  });
}

/** @param query must be the same object for as long as the query is the same */
export function useLedgerRows(query: RootsQuery, revision: number) {
  return useRowWindow(askRoots, rootNames, query, revision);
}

const askRoots: AskRows<RootsQuery, LedgerRoot> = (input) => ipc.ledgerRoots(input);

export function locateRoot(query: RootsQuery, rootHash: string): Promise<number> {
  return ipc.locateLedgerRoot({ query, rootHash });
}

const rootNames: RowNames<RootsQuery, LedgerRoot> = {
  nameOf: ({ rootHash }) => rootHash,
  locate: locateRoot,
};

/** Signs the head of the ledger. */
export function useSignLedger(connectionId: ConnectionId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ipc.signLedger({ connectionId }),
    onSuccess: (summary) => client.setQueryData(queryKey('ledgerSummary', connectionId), summary),
  });
}
