import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { AtomReading, RecallReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { rememberReadings } from './atoms.ts';
import { callService, ipc } from './ipc.ts';

/** One run of a query. Running the same words again is another run, with an answer of its own. */
export interface RecallRun {
  readonly id: string;
  readonly query: string;
  readonly limit: number;
}

/** Of a key that an answer repeats, the better ranked atom stands for it. */
function firstOfEachKey(atoms: readonly AtomReading[]): readonly AtomReading[] {
  const first = new Map<string, AtomReading>();
  for (const atom of atoms) if (!first.has(atom.key)) first.set(atom.key, atom);
  return [...first.values()];
}

/** The answer to one run. Its hits become the last readings of their atoms. */
export function recallQuery(client: QueryClient, connectionId: ConnectionId, run: RecallRun) {
  return queryOptions({
    queryKey: ['recall', connectionId, run.id] as const,
    queryFn: async ({ signal }): Promise<RecallReading> => {
      const reading = await callService(signal, (requestId) =>
        ipc.recall({ connectionId, requestId, query: run.query, limit: run.limit }),
      );
      rememberReadings(client, connectionId, firstOfEachKey(reading.atoms));
      return reading;
    },
    // A run that left the screen would otherwise be forgotten, and asked again, on coming back to it.
    gcTime: Infinity,
    structuralSharing: false,
  });
}
