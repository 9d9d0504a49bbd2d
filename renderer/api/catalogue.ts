import { useMutation } from '@tanstack/react-query';
import type { ConnectionId, RootSighting } from '#shared/domain/connection.ts';
import { useCatalogueSummary } from './catalogueSummary.ts';
import { useKnownEntries } from './knownEntries.ts';
import { unwrap } from './unwrap.ts';

/**
 * The newest root of a connection: `ofThisSession`, or the one that an earlier session saw last. null where none
 * was ever seen, undefined until that is known.
 */
export function useLastRoot(
  connectionId: ConnectionId,
  ofThisSession: RootSighting | null,
): RootSighting | null | undefined {
  const { data: summary } = useCatalogueSummary(connectionId);
  return ofThisSession ?? summary?.lastRoot;
}

/** Whether a key is among the known ones. */
export function useIsKnown(connectionId: ConnectionId, key: string): boolean {
  return useKnownEntries(connectionId, [key]).has(key);
}

/** Takes a key off the known ones. The memory is not asked and not changed. */
export function useForgetKey(connectionId: ConnectionId) {
  return useMutation({
    mutationFn: (key: string) =>
      unwrap(window.atomExplorer.forgetKeys({ connectionId, selection: { kind: 'keys', keys: [key] } })),
  });
}
