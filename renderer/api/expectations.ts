import { useQuery } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Expectation, ExpectationsListing } from '#shared/domain/expectation.ts';
import { ipc } from './ipc.ts';

/** What is expected of a connection, how it fared, and how far a run has come; kept fresh while shown. */
export function useExpectations(connectionId: ConnectionId) {
  return useQuery({
    queryKey: ['expectations', connectionId] as const,
    queryFn: (): Promise<ExpectationsListing> => ipc.listExpectations({ connectionId }),
  });
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
