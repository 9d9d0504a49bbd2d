import { queryOptions, skipToken, useQuery, type QueryClient } from '@tanstack/react-query';
import type { AtomReading, RecallReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ExpectationsListing } from '#shared/domain/expectation.ts';
import type { RecallRun, RunsListing } from '#shared/domain/recallRun.ts';
import type { IpcInput } from '#shared/ipc/contract.ts';
import { rememberReadings } from './atoms.ts';
import { callService, ipc } from './ipc.ts';
import { about, queryKey } from './queryKeys.ts';

export const {
  addExpectations,
  changeRun,
  removeExpectations,
  removeRuns,
  replaceExpectation,
  restoreExpectations,
  restoreRuns,
} = ipc;

/** One run of a query. Running the same query again is another run with its own response. */
export interface AskedRun {
  readonly id: string;
  readonly query: string;
  readonly limit: number;
}

/** If a response repeats a key, the atom with the better rank is used. */
function firstOfEachKey(atoms: readonly AtomReading[]): readonly AtomReading[] {
  const first = new Map<string, AtomReading>();
  for (const atom of atoms) if (!first.has(atom.key)) first.set(atom.key, atom);
  return [...first.values()];
}

/**
 * The response of one run, which replaces that of the run before: only the latest one of a connection is shown. Its hits become
 * the last readings of their atoms.
 */
export function recallQuery(client: QueryClient, connectionId: ConnectionId, run: AskedRun) {
  return queryOptions({
    queryKey: queryKey('recall', connectionId, run.id),
    queryFn: async ({ signal }): Promise<RecallReading> => {
      // They never expire by themselves.
      const isRecall = about(['recall'], connectionId).predicate;
      client.removeQueries({ predicate: (query) => isRecall(query) && query.queryKey[2] !== run.id });
      const reading = await callService(signal, (requestId) =>
        ipc.recall({ connectionId, requestId, query: run.query, limit: run.limit }),
      );
      rememberReadings(client, connectionId, firstOfEachKey(reading.atoms));
      return reading;
    },
    // Otherwise, a run that left the screen would be dropped, and requested again when the user comes back.
    gcTime: Infinity,
    structuralSharing: false,
  });
}

/** The saved runs of a connection, kept up to date while shown. null: of none. */
export function useRuns(connectionId: ConnectionId | null) {
  return useQuery({
    queryKey: queryKey('runs', connectionId),
    queryFn: connectionId === null ? skipToken : (): Promise<RunsListing> => ipc.listRuns({ connectionId }),
  });
}

/** One run with its hits. The hits never change; its name and pin may. */
export function runQuery(connectionId: ConnectionId, id: string) {
  return queryOptions({
    queryKey: queryKey('run', connectionId, id),
    queryFn: (): Promise<RecallRun> => ipc.readRun({ connectionId, id }),
  });
}

/** The expectations of a connection, their last results, and the progress of a run; kept up to date while shown. */
export function useExpectations(connectionId: ConnectionId) {
  return useQuery({
    queryKey: queryKey('expectations', connectionId),
    queryFn: (): Promise<ExpectationsListing> => ipc.listExpectations({ connectionId }),
  });
}

/** Runs expectations; `ids`: null for all. The main process reports the progress. */
export function runExpectations(
  input: Omit<IpcInput<'runExpectations'>, 'requestId'>,
  signal: AbortSignal,
): Promise<unknown> {
  return callService(signal, (requestId) => ipc.runExpectations({ ...input, requestId }));
}
