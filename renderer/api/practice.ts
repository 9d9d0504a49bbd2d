import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { atomQuery } from './atoms.ts';
import { ipc } from './ipc.ts';
import { queryKey } from './queryKeys.ts';

const practiceQuery = queryOptions({ queryKey: queryKey('practice'), queryFn: () => ipc.practiceKey() });

/**
 * Practice in the demo memory: the key that its service lies about, null for none, and whether the user has seen the failed verdict of it.
 *
 * @param shown the key of the atom that is open
 */
export function usePractice(connectionId: ConnectionId, shown: string | null) {
  const client = useQueryClient();
  const { data: key = null } = useQuery(practiceQuery);
  const reading = useQuery({ ...atomQuery(connectionId, key ?? ''), enabled: false }).data;
  const set = useMutation({
    mutationFn: (isOn: boolean) => ipc.setPractice({ isOn }),
    onSuccess: async (now) => {
      const before = client.getQueryData(practiceQuery.queryKey);
      client.setQueryData(practiceQuery.queryKey, now);
      // The atom is read again, so that no false value stays on screen, and no green one from before.
      const changed = now ?? before ?? null;
      if (changed !== null)
        await client.resetQueries({ queryKey: atomQuery(connectionId, changed).queryKey });
    },
  });
  const isFound = key !== null && shown === key && reading?.verdict.status === 'red';
  return { key, isFound, set };
}
