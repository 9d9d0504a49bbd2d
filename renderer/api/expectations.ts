import { useQuery } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Expectation, ExpectationsListing } from '#shared/domain/expectation.ts';
import { ipc } from './ipc.ts';

/** The expectations of a connection, their last results, and the progress of a run; kept up to date while shown. */
export function useExpectations(connectionId: ConnectionId) {
  return useQuery({
    queryKey: ['expectations', connectionId] as const,
    queryFn: (): Promise<ExpectationsListing> => ipc.listExpectations({ connectionId }),
  });
}

/** The actions for expectations. All of them throw AppFailure. */
export function expectationChanges(connectionId: ConnectionId) {
  return {
    /** Resolves to the number added; expectations that are already in the list are skipped. */
    add: async (expectations: readonly Expectation[]): Promise<number> => {
      return (await ipc.addExpectations({ connectionId, expectations })).added;
    },
    replace: (id: string, expectation: Expectation) =>
      ipc.replaceExpectation({ connectionId, id, expectation }),
    remove: (ids: readonly string[]) => ipc.removeExpectations({ connectionId, ids }),
    restore: () => ipc.restoreExpectations({ connectionId }),
  };
}
