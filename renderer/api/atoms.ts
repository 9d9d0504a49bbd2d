import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { AtomReading, BatchReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { AtomToStore, BatchReceipt, StoreReceipt, WriteConfirmation } from '#shared/domain/store.ts';
import { callService, ipc } from './ipc.ts';
import { queryKey } from './queryKeys.ts';

/** Long enough to go back through the atoms that were viewed; an evicted reading is read again. */
const keepReadingMs = 30 * 60_000;

/**
 * The last reading of one atom. It stays until the user refreshes it, because an auditor's evidence must not change
 * by itself.
 */
export function atomQuery(connectionId: ConnectionId, key: string) {
  return queryOptions({
    queryKey: queryKey('atom', connectionId, key),
    queryFn: ({ signal }): Promise<AtomReading> =>
      callService(signal, (requestId) => ipc.readAtom({ connectionId, requestId, key })),
    gcTime: keepReadingMs,
    structuralSharing: false,
  });
}

/** Moving through a table with the arrow keys should read only the atom where the user stops. */
const restMs = 120;

/** The last reading of an atom. Reads the atom if there is none yet. */
export function useAtomReading(connectionId: ConnectionId, key: string) {
  const client = useQueryClient();
  const options = atomQuery(connectionId, key);
  const [restingKey] = useDebouncedValue(key, restMs);
  const isKnown = client.getQueryData(options.queryKey) !== undefined;
  const isDue = isKnown || restingKey === key;
  const query = useQuery({ ...options, enabled: isDue });
  return {
    query,
    /** The atom is being read, or is about to be. */
    isWaiting: !isDue || query.fetchStatus === 'fetching',
    cancel: () => void client.cancelQueries({ queryKey: options.queryKey, exact: true }),
  };
}

/** Makes readings from elsewhere (recall, batch, read-back) the last readings of their atoms. */
export function rememberReadings(
  client: QueryClient,
  connectionId: ConnectionId,
  readings: readonly AtomReading[],
): void {
  for (const reading of readings) {
    client.setQueryData(atomQuery(connectionId, reading.key).queryKey, reading);
  }
}

/** Reads many atoms in one request and caches each; the readings of missing atoms are removed. */
export async function readBatch(
  client: QueryClient,
  connectionId: ConnectionId,
  keys: readonly string[],
  { signal, askedBy }: { readonly signal: AbortSignal; readonly askedBy: 'user' | 'app' },
): Promise<BatchReading> {
  const reading = await callService(signal, (requestId) =>
    ipc.readAtoms({ connectionId, requestId, keys, askedBy }),
  );
  rememberReadings(client, connectionId, reading.atoms);
  for (const key of reading.missing) forgetReading(client, connectionId, key);
  return reading;
}

function forgetReading(client: QueryClient, connectionId: ConnectionId, key: string): void {
  client.removeQueries({ queryKey: atomQuery(connectionId, key).queryKey, exact: true });
}

export interface StoreInput extends AtomToStore {
  /** Needed if the service is production. */
  readonly confirmation?: WriteConfirmation;
  readonly connectionId: ConnectionId;
  /** The user allowed values that look like credentials. */
  readonly allowSensitive: boolean;
  readonly signal: AbortSignal;
}

/** Stores one atom if its precondition holds; the read-back becomes its last reading. */
export function useStoreAtom() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ signal, ...input }: StoreInput): Promise<StoreReceipt> =>
      callService(signal, (requestId) => ipc.storeAtom({ ...input, requestId })),
    onSuccess: (receipt, { connectionId, key }) => {
      if (receipt.outcome === 'conflict') {
        if (receipt.now !== null) rememberReadings(client, connectionId, [receipt.now]);
        else forgetReading(client, connectionId, key);
        return;
      }
      const { readBack } = receipt;
      if (readBack.ok) rememberReadings(client, connectionId, [readBack.value]);
      // The last reading is older than a write that may have happened.
      else forgetReading(client, connectionId, key);
    },
  });
}

export interface StoreAtomsInput {
  readonly connectionId: ConnectionId;
  /** The purpose of the batch, as shown in the list of writes. */
  readonly title: string;
  readonly atoms: readonly AtomToStore[];
  /** Needed if the service is production. */
  readonly confirmation?: WriteConfirmation;
  readonly allowSensitive: boolean;
  readonly signal: AbortSignal;
}

/**
 * Stores several atoms as one batch. Their earlier readings are out of date, so they are read again when next shown.
 */
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
