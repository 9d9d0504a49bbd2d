import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { atomQuery } from './atoms.ts';

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
