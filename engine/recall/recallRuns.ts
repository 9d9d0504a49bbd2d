import { parseAs } from '../storage/fileFormat.ts';
import { z } from 'zod';
import {
  mostRunsKept,
  recallRun,
  type RecallRun,
  type RunSummary,
  type RunsListing,
} from '#shared/domain/recallRun.ts';
import { countVerdicts } from '#shared/merkle/verdict.ts';
import { DamagedRecords, openDatabase, type Database } from '../storage/database.ts';
import { createRecentlyRemoved } from './recentlyRemoved.ts';
import { createInTurn } from '#shared/async/inTurn.ts';

/** One record of the database, so that a new version of this shape can be told from damage. */
const recordSchema = z.object({ format: z.literal(1), run: recallRun });

/** The saved runs of one connection. Every change resolves when it is on disk. */
export interface RecallRuns {
  readonly list: () => RunsListing;
  /** null if there is no such run (any more). */
  readonly read: (id: string) => Promise<RecallRun | null>;
  /** Saves a run, and removes the oldest unpinned ones if there are too many. */
  readonly add: (run: RecallRun) => Promise<void>;
  /** False if there is no such run. */
  readonly change: (id: string, change: RunChange) => Promise<boolean>;
  readonly remove: (ids: readonly string[]) => Promise<void>;
  /** Restores runs that were removed lately, once, while the app runs. */
  readonly restore: (ids: readonly string[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface RunChange {
  readonly name?: string | null | undefined;
  readonly pinned?: boolean | undefined;
}

/** Opens the database of runs in a folder; a damaged one is set aside. */
export async function openRecallRuns(
  folder: string,
  now: () => number,
  mostRuns = mostRunsKept,
): Promise<RecallRuns> {
  const {
    database,
    loaded: summaries,
    recoveredFrom,
  } = await openDatabase({ folder, load: loadSummaries, now });
  const removed = createRecentlyRemoved<RecallRun>();
  // One change at a time, each based on the previous one.
  const inTurn = createInTurn();
  const read = async (id: string): Promise<RecallRun | null> => {
    if (!summaries.has(id)) return null;
    const text = await database.get(id);
    return text === undefined ? null : parseRecord(text);
  };
  const put = async (runs: readonly RecallRun[]): Promise<void> => {
    await database.batch(
      runs.map((run) => ({ type: 'put' as const, key: run.id, value: JSON.stringify({ format: 1, run }) })),
      { sync: true },
    );
    for (const run of runs) summaries.set(run.id, summaryOf(run));
  };
  const drop = async (ids: readonly string[]): Promise<void> => {
    await database.batch(
      ids.map((key) => ({ type: 'del' as const, key })),
      { sync: true },
    );
    for (const id of ids) summaries.delete(id);
  };
  const surplus = (): readonly string[] =>
    newestFirst([...summaries.values()].filter(({ pinned }) => !pinned))
      .slice(mostRuns)
      .map(({ id }) => id);
  return {
    list: () => ({ runs: newestFirst([...summaries.values()]), recoveredFrom }),
    read,
    add: (run) =>
      inTurn(async () => {
        await put([run]);
        const old = surplus();
        if (old.length > 0) await drop(old);
      }),
    change: (id, { name, pinned }) =>
      inTurn(async () => {
        const run = await read(id);
        if (run === null) return false;
        await put([{ ...run, ...(name !== undefined && { name }), ...(pinned !== undefined && { pinned }) }]);
        return true;
      }),
    remove: (ids) =>
      inTurn(async () => {
        const runs = (await Promise.all(ids.map(read))).filter((run) => run !== null);
        await drop(runs.map(({ id }) => id));
        removed.add(runs);
      }),
    restore: (ids) =>
      inTurn(async () => {
        await put(removed.find(ids));
        removed.drop(ids);
      }),
    close: () => inTurn(() => database.close()),
  };
}

/** The window's lists need no hits, and thousands of runs with their hits would take much memory. */
async function loadSummaries(database: Database): Promise<Map<string, RunSummary>> {
  const summaries = new Map<string, RunSummary>();
  for await (const [id, text] of database.iterator()) {
    const run = parseRecord(text);
    if (run.id !== id) throw new DamagedRecords(`A saved run has an ID that does not match its contents.`);
    summaries.set(id, summaryOf(run));
  }
  return summaries;
}

/** @throws DamagedRecords */
function parseRecord(text: string): RecallRun {
  const record = parseAs(recordSchema, text);
  if (record === null) throw new DamagedRecords('Could not read a saved run.');
  return record.run;
}

function summaryOf({ hits, hitsLeftOut, anomalies, predictions: _, ...rest }: RecallRun): RunSummary {
  return {
    ...rest,
    hitCount: hits.length + hitsLeftOut,
    verdicts: countVerdicts(hits),
    anomalyCount: anomalies.length,
  };
}

function newestFirst(runs: readonly RunSummary[]): readonly RunSummary[] {
  return [...runs].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
}
