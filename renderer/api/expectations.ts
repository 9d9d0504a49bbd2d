import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Expectation, ExpectationsListing } from '#shared/domain/expectation.ts';
import { ipc, onEvent } from './ipc.ts';

function expectationsQuery(connectionId: ConnectionId) {
  return queryOptions({
    queryKey: ['expectations', connectionId] as const,
    queryFn: (): Promise<ExpectationsListing> => ipc.listExpectations({ connectionId }),
    // Changes are only followed while a screen shows them, so the next screen reads them again.
    staleTime: 0,
  });
}

/** What is expected of a connection, how it fared, and how far a run has come; kept fresh while shown. */
export function useExpectations(connectionId: ConnectionId) {
  const client = useQueryClient();
  useEffect(
    () =>
      onEvent('expectationsChanged', (event) => {
        if (event.connectionId !== connectionId) return;
        void client.invalidateQueries({ queryKey: expectationsQuery(connectionId).queryKey });
      }),
    [client, connectionId],
  );
  return useQuery(expectationsQuery(connectionId));
}

/** What can be done with expectations. All of them throw AppFailure. */
export function expectationChanges(connectionId: ConnectionId) {
  return {
    /** Resolves to how many were added; those that are there already are left out. */
    add: async (expectations: readonly Expectation[]): Promise<number> => {
      return (await ipc.addExpectations({ connectionId, expectations })).added;
    },
    replace: (id: string, expectation: Expectation) =>
      ipc.replaceExpectation({ connectionId, id, expectation }),
    remove: (ids: readonly string[]) => ipc.removeExpectations({ connectionId, ids }),
    restore: () => ipc.restoreExpectations({ connectionId }),
  };
}
