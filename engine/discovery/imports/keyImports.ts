import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { mostFindings, type ImportProgress, type JobOf } from '#shared/domain/job.ts';
import type { ImportReading } from '#shared/domain/keyImport.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import type { KeyFileTask, ParsedKeyFile } from './parseKeyFile.ts';
import type { Connections } from '../../connections/connections.ts';
import type { JobMemory } from '../../known/jobMemory.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { readInBatches } from '../../reading/runs/readInBatches.ts';
import type { Readings } from '../../reading/readings.ts';
import { noVerdicts } from '#shared/merkle/verdict.ts';

/** Key files that are being imported. */
export interface KeyImports {
  /** Reads a file without adding its keys. A connection has one prepared import at a time. */
  readonly read: (
    connectionId: ConnectionId,
    file: { readonly name: string; readonly bytes: Uint8Array },
  ) => Promise<Result<ImportReading>>;
  readonly readTable: (
    importId: string,
    choice: { readonly column: number; readonly hasHeader: boolean },
  ) => Promise<Result<ImportReading>>;
  readonly start: (importId: string, how: 'verify' | 'learn') => Result<JobOf<'import'>>;
  /** The keys of a file that was read, for other work with them; null if there is none. */
  readonly prepared: (importId: string) => {
    readonly connectionId: ConnectionId;
    readonly name: string;
    readonly keys: readonly string[];
  } | null;
  /** Reads and verifies keys that are known without a file of keys. */
  readonly startKeys: (
    connectionId: ConnectionId,
    fileName: string,
    keys: readonly string[],
  ) => JobOf<'import'>;
  readonly drop: (importId: string) => void;
  readonly learnMissing: (jobId: string) => Result<JobOf<'import'>>;
  /** Discards the results of a job that was dismissed. */
  readonly dismiss: (jobId: string) => void;
  /** Discards everything for a connection that is removed. */
  readonly forget: (connectionId: ConnectionId) => void;
}

export interface KeyImportsEffects {
  readonly jobs: Pick<Jobs, 'start'>;
  readonly memory: Pick<JobMemory, 'entries' | 'learn'>;
  readonly readings: Pick<Readings, 'readMany'>;
  /**
   * A file that was prepared for a connection that has since been removed must not create a folder for it
   * again.
   */
  readonly connections: Pick<Connections, 'profile'>;
  readonly parse: (task: KeyFileTask) => Promise<ParsedKeyFile>;
  readonly newId: () => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

interface Prepared {
  readonly connectionId: ConnectionId;
  readonly file: { readonly name: string; readonly bytes: Uint8Array };
  readonly keys: readonly string[];
}

interface Missing {
  readonly connectionId: ConnectionId;
  readonly fileName: string;
  readonly keys: string[];
}

const firstKeysShown = 20;
const keysAtOnce = 1_000;

export function createKeyImports(effects: KeyImportsEffects): KeyImports {
  const { jobs, memory, readings, connections, now } = effects;
  const prepared = new Map<string, Prepared>();
  /** By the job that found them, until they are added or the job is dismissed. */
  const missingOf = new Map<string, Missing>();

  const prepare = async (
    importId: string,
    connectionId: ConnectionId,
    file: Prepared['file'],
    choice: KeyFileTask['choice'],
  ): Promise<Result<ImportReading>> => {
    const parsed = await effects.parse({ name: file.name, bytes: file.bytes, choice });
    if (!parsed.ok) return succeed({ kind: 'refused', refusal: parsed.refusal });
    const { format, table, list } = parsed;
    // Parsing takes a while, so check again.
    const profile = connections.profile(connectionId);
    if (!profile.ok) return profile;
    const knownCount = await countKnown(connectionId, list.keys);
    for (const [id, other] of prepared) if (other.connectionId === connectionId) prepared.delete(id);
    prepared.set(importId, { connectionId, file, keys: list.keys });
    return succeed({
      kind: 'preview',
      id: importId,
      fileName: file.name,
      format,
      table,
      keyCount: list.keys.length,
      knownCount,
      firstKeys: list.keys.slice(0, firstKeysShown),
      duplicateCount: list.duplicateCount,
      firstDuplicates: list.firstDuplicates,
      skippedCount: list.skippedCount,
      emptyCount: list.emptyCount,
      firstSkipped: list.firstSkipped,
    });
  };
  const countKnown = async (connectionId: ConnectionId, keys: readonly string[]): Promise<number> => {
    let known = 0;
    for (let at = 0; at < keys.length; at += keysAtOnce) {
      const entries = await memory.entries(connectionId, keys.slice(at, at + keysAtOnce));
      known += entries.filter((entry) => entry !== null).length;
    }
    return known;
  };

  const begin = (
    { connectionId, keys }: Pick<Prepared, 'connectionId' | 'keys'>,
    fileName: string,
    how: 'verify' | 'learn',
  ): JobOf<'import'> => {
    const missing: Missing = { connectionId, fileName, keys: [] };
    const beginning: ImportProgress = {
      fileName,
      how,
      total: keys.length,
      done: 0,
      newKeys: 0,
      verdicts: noVerdicts,
      missing: [],
      missingCount: 0,
      missingProven: 0,
      unasked: 0,
      refused: 0,
    };
    const job = jobs.start({
      kind: 'import',
      connectionId,
      progress: beginning,
      work: async ({ ask, proceed, report }) => {
        if (how === 'learn') {
          let newKeys = 0;
          for (let at = 0; at < keys.length && (await proceed()); at += keysAtOnce) {
            const some = keys.slice(at, at + keysAtOnce);
            newKeys += await learn(connectionId, some);
            report({ ...beginning, done: at + some.length, newKeys });
          }
          return succeed(null);
        }
        let progress = beginning;
        const outcome = await readInBatches({
          keys,
          ask: (batch, expects) =>
            ask(
              (options) => readings.readMany(connectionId, batch, { ...options, askedBy: 'user' }, 'import'),
              expects,
            ),
          before: (batch) => memory.entries(connectionId, batch),
          take: ({ keys: batch, before, reading }) => {
            const found = new Set(reading?.atoms.map(({ key }) => key));
            const absent = reading === null ? [] : batch.filter((key) => !found.has(key));
            for (const key of absent) missing.keys.push(key);
            const verdicts = { ...progress.verdicts };
            const asked = new Set(batch);
            // Repeated atoms count once, with the worst verdict.
            const read = new Map(reading?.atoms.map(({ key, verdict }) => [key, verdict.status]));
            for (const [key, status] of read) if (asked.has(key)) verdicts[status] += 1;
            progress = {
              ...progress,
              done: progress.done + batch.length,
              newKeys: progress.newKeys + countNew(batch, before, found),
              verdicts,
              missing: missing.keys.slice(0, mostFindings),
              missingCount: missing.keys.length,
              missingProven: progress.missingProven + (reading?.denials.length ?? 0),
              unasked: progress.unasked + (reading?.unasked.length ?? 0),
              refused: progress.refused + (reading === null ? batch.length : 0),
            };
            report(progress);
          },
        });
        if (missing.keys.length === 0) missingOf.delete(job.id);
        return outcome;
      },
    });
    // An import without reading does not look for missing keys.
    if (how === 'verify') missingOf.set(job.id, missing);
    return job;
  };
  const learn = async (connectionId: ConnectionId, keys: readonly string[]): Promise<number> => {
    const before = await memory.entries(connectionId, keys);
    const at = now();
    await memory.learn(
      connectionId,
      keys.map((key) => ({ kind: 'named', key, source: 'import', at })),
    );
    return before.filter((entry) => entry === null).length;
  };

  return {
    read: (connectionId, file) => prepare(effects.newId(), connectionId, file, null),
    readTable: async (importId, choice) => {
      const found = prepared.get(importId);
      return found === undefined ? gone : prepare(importId, found.connectionId, found.file, choice);
    },
    start: (importId, how) => {
      const found = prepared.get(importId);
      if (found === undefined) return gone;
      prepared.delete(importId);
      return succeed(begin(found, found.file.name, how));
    },
    startKeys: (connectionId, fileName, keys) => begin({ connectionId, keys }, fileName, 'verify'),
    prepared: (importId) => {
      const found = prepared.get(importId);
      return found === undefined
        ? null
        : { connectionId: found.connectionId, name: found.file.name, keys: found.keys };
    },
    drop: (importId) => {
      prepared.delete(importId);
    },
    learnMissing: (jobId) => {
      const missing = missingOf.get(jobId);
      if (missing === undefined || missing.keys.length === 0) return gone;
      missingOf.delete(jobId);
      return succeed(begin(missing, missing.fileName, 'learn'));
    },
    dismiss: (jobId) => {
      missingOf.delete(jobId);
    },
    forget: (connectionId) => {
      for (const held of [prepared, missingOf])
        for (const [id, one] of held) if (one.connectionId === connectionId) held.delete(id);
    },
  };
}

function countNew(
  keys: readonly string[],
  before: readonly (CatalogueEntry | null)[],
  found: ReadonlySet<string>,
): number {
  return keys.filter((key, index) => found.has(key) && before[index] === null).length;
}

const gone = refuseInput('import', 'This import has expired. Choose the file again.');
