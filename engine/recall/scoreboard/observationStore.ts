import { parseAs } from '../../storage/fileFormat.ts';
import { z } from 'zod';
import type { Observation } from '#shared/scoreboard/observation.ts';
import { DamagedRecords, openDatabase, type Database } from '../../storage/database.ts';
import { createInTurn } from '#shared/async/inTurn.ts';

const recordSchema: z.ZodType<Observation> = z.object({
  at: z.number(),
  from: z.string(),
  predictions: z.array(z.string()),
  predicted: z.number().int().min(0),
  next: z.string(),
  rank: z.number().int().min(1).nullable(),
});

/** The newest observations of one connection, up to a limit. Keys and counts; never values. */
export interface ObservationStore {
  /** Oldest first. */
  readonly all: () => readonly Observation[];
  /** Resolves when it is on disk. */
  readonly add: (observation: Observation) => Promise<void>;
  readonly clear: () => Promise<void>;
  readonly recoveredFrom: string | null;
  readonly close: () => Promise<void>;
}

interface Kept {
  readonly sequence: number;
  readonly observation: Observation;
}

/** `most`: how many are kept; older ones are removed. */
export async function openObservationStore(options: {
  readonly folder: string;
  readonly most: number;
  readonly now: () => number;
}): Promise<ObservationStore> {
  const { database, loaded, recoveredFrom } = await openDatabase({ ...options, load: loadObservations });
  let kept: readonly Kept[] = loaded;
  const inTurn = createInTurn();
  return {
    all: () => kept.map(({ observation }) => observation),
    add: (observation) =>
      inTurn(async () => {
        const sequence = (kept.at(-1)?.sequence ?? -1) + 1;
        const next = [...kept, { sequence, observation }];
        const dropped = next.slice(0, Math.max(0, next.length - options.most));
        await database.batch([
          { type: 'put' as const, key: recordKey(sequence), value: JSON.stringify(observation) },
          ...dropped.map((old) => ({ type: 'del' as const, key: recordKey(old.sequence) })),
        ]);
        kept = next.slice(dropped.length);
      }),
    clear: () =>
      inTurn(async () => {
        await database.clear();
        kept = [];
      }),
    recoveredFrom,
    close: () => inTurn(() => database.close()),
  };
}

async function loadObservations(database: Database): Promise<readonly Kept[]> {
  const kept: Kept[] = [];
  for await (const [key, text] of database.iterator()) {
    const observation = parseAs(recordSchema, text);
    const sequence = Number(key);
    if (observation === null || !Number.isSafeInteger(sequence))
      throw new DamagedRecords('Could not read an observation of the scoreboard.');
    kept.push({ sequence, observation });
  }
  return kept;
}

/** Padded, so that records sort in order. */
function recordKey(sequence: number): string {
  return sequence.toString().padStart(16, '0');
}
