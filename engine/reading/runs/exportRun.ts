import path from 'node:path';
import type { AppError } from '#shared/domain/appError.ts';
import type { KeySelection } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ExportContent, ExportFormat, ExportProgress, JobOf } from '#shared/domain/job.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import { exportFileName } from '#shared/text/exportFileName.ts';
import { writeInPieces } from '../../storage/writeInPieces.ts';
import type { Connections } from '../../connections/connections.ts';
import { serviceOfConnection } from '../../connections/serviceOfConnection.ts';
import { replacedLink } from '../../storage/userFiles/replacedLink.ts';
import { fileFailed } from '../../storage/userFiles/userFiles.ts';
import type { Readings } from '../readings.ts';
import { atomExportText, isWritten, type AtomToExport } from './atomExportText.ts';
import { changeExportText } from './changeExportText.ts';
import { exportText } from './exportText.ts';
import { allSelected, type JobMemory } from '../../known/jobMemory.ts';
import type { JobControl, Jobs } from '../../jobs/jobs.ts';
import { readInBatches, type BatchOutcome } from './readInBatches.ts';

export interface ExportRunEffects {
  readonly jobs: Pick<Jobs, 'start'>;
  readonly memory: Pick<JobMemory, 'selected' | 'entries' | 'changes' | 'changesRecordedSince'>;
  readonly readings: Pick<Readings, 'readMany'>;
  readonly connections: Pick<Connections, 'profile'>;
  /** The chosen path; null if the user canceled. */
  readonly askWhereToSave: (suggestedName: string) => Promise<string | null>;
  readonly newId: () => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const entriesAtOnce = 1_000;
/** Atoms read at once; their values are in memory until they are written. */
const atomsAtOnce = 500;

/**
 * Writes an export of one kind for the given keys. `taken` is called with the number of keys, and how many of
 * them were unread.
 */
type Pieces = (
  keys: readonly string[],
  taken: (count: number, notRead: number) => void,
) => AsyncGenerator<string, AppError | null>;

/** Asks for a file, and starts writing a selection of atoms to it. null if the user canceled. */
export async function startExport(
  effects: ExportRunEffects,
  connectionId: ConnectionId,
  selection: KeySelection,
  content: ExportContent,
  format: ExportFormat,
): Promise<JobOf<'export'> | null> {
  const { jobs, memory } = effects;
  const service = serviceOfConnection(effects.connections, connectionId);
  const name = exportFileName(fileNames[content], service, effects.now(), format);
  const file = await effects.askWhereToSave(name);
  if (file === null) return null;
  let progress: ExportProgress = {
    format,
    content,
    path: file,
    ...(await replacedLink(file)),
    total: null,
    done: 0,
    notRead: 0,
  };
  return jobs.start({
    kind: 'export',
    connectionId,
    progress,
    work: async (control): Promise<Result<null>> => {
      const { report, signal } = control;
      const piecesOf = piecesFor(effects, { connectionId, selection, content, format }, control);
      let failure: AppError | null = null;
      async function* pieces(): AsyncGenerator<string> {
        const keys = await allSelected(memory, connectionId, selection);
        progress = { ...progress, total: keys.length };
        report(progress);
        failure = yield* piecesOf(keys, (count, notRead) => {
          progress = { ...progress, done: progress.done + count, notRead: progress.notRead + notRead };
          report(progress);
        });
      }
      const isStopped = (): boolean => signal.aborted || failure !== null;
      try {
        // A unique name, because the folder contains the user's own files.
        const temporary = path.join(path.dirname(file), `.${effects.newId()}.part`);
        await writeInPieces({ file, temporary, pieces: pieces(), isStopped });
        return failure === null ? succeed(null) : fail(failure);
      } catch (error) {
        return fileFailed(error, file);
      }
    },
  });
}

const fileNames: Readonly<Record<ExportContent, string>> = {
  known: 'keys',
  proofs: 'atoms',
  changes: 'changes',
};

interface ExportOrder {
  readonly connectionId: ConnectionId;
  readonly selection: KeySelection;
  readonly content: ExportContent;
  readonly format: ExportFormat;
}

function piecesFor(effects: ExportRunEffects, order: ExportOrder, control: JobControl<'export'>): Pieces {
  const { connectionId, selection, content, format } = order;
  switch (content) {
    case 'known':
      return knownPieces(effects, connectionId, format, control);
    case 'proofs':
      return readPieces(effects, connectionId, format, control);
    case 'changes': {
      const since = selection.kind === 'query' ? (selection.query.filter.changed?.since ?? 0) : 0;
      return changedPieces(effects, connectionId, format, since, control);
    }
  }
}

/** What was recorded of the changes of keys since a time. */
function changedPieces(
  { memory, now, connections }: ExportRunEffects,
  id: ConnectionId,
  format: ExportFormat,
  since: number,
  { proceed }: JobControl<'export'>,
): Pieces {
  return async function* changed(keys, taken) {
    const text = changeExportText(format, serviceOfConnection(connections, id), {
      since,
      recordedSince: await memory.changesRecordedSince(id),
      exportedAt: now(),
    });
    yield text.begin;
    let isFirst = true;
    for (let at = 0; at < keys.length && (await proceed()); at += entriesAtOnce) {
      const some = keys.slice(at, at + entriesAtOnce);
      const lists = await memory.changes(id, some);
      for (const [place, entry] of (await memory.entries(id, some)).entries()) {
        const list = lists[place];
        if (entry === null || list === undefined) continue;
        const line = text.key(entry, list, isFirst);
        if (line === '') continue;
        yield line;
        isFirst = false;
      }
      taken(some.length, 0);
    }
    yield text.end;
    return null;
  };
}

/** The known keys without new requests to the service. */
function knownPieces(
  { memory, now, connections }: ExportRunEffects,
  id: ConnectionId,
  format: ExportFormat,
  { proceed }: JobControl<'export'>,
): Pieces {
  return async function* known(keys, taken) {
    const text = exportText(format, now(), serviceOfConnection(connections, id));
    yield text.begin;
    let isFirst = true;
    for (let at = 0; at < keys.length && (await proceed()); at += entriesAtOnce) {
      const some = keys.slice(at, at + entriesAtOnce);
      for (const entry of await memory.entries(id, some)) {
        // Removed since the export started.
        if (entry === null) continue;
        yield text.entry(entry, isFirst);
        isFirst = false;
      }
      taken(some.length, 0);
    }
    yield text.end;
    return null;
  };
}

/** The atoms as they are now, with values and proofs. A key without an atom is written as missing. */
function readPieces(
  { readings, now, connections }: ExportRunEffects,
  id: ConnectionId,
  format: ExportFormat,
  { ask }: JobControl<'export'>,
): Pieces {
  return async function* read(keys, taken) {
    const text = atomExportText(format, now());
    yield text.begin;
    let isFirst = true;
    let size = atomsAtOnce;
    for (let at = 0; at < keys.length;) {
      const some = keys.slice(at, at + size);
      const outcomes: BatchOutcome[] = [];
      const answer = await readInBatches({
        keys: some,
        firstSize: some.length,
        ask: (batch, expects) =>
          ask((options) => readings.readMany(id, batch, { ...options, askedBy: 'user' }), expects),
        // What was known before is not written to the file.
        before: async () => [],
        take: (outcome) => {
          outcomes.push(outcome);
        },
      });
      if (!answer.ok) return answer.error;
      const service = serviceOfConnection(connections, id);
      const atoms = outcomes.flatMap(atomsOf);
      for (const atom of atoms) {
        yield text.atom(atom, service, isFirst);
        isFirst = false;
      }
      taken(some.length, atoms.filter((atom) => !isWritten(atom, format)).length);
      at += some.length;
      size = nextSize(size, outcomes);
    }
    yield text.end(serviceOfConnection(connections, id));
    return null;
  };
}

/** A batch that had to be split was too large, unless it had a key that is refused. */
function nextSize(size: number, outcomes: readonly BatchOutcome[]): number {
  if (outcomes.length < 2 || outcomes.some(({ reading }) => reading === null)) return size;
  return Math.max(...outcomes.map(({ keys }) => keys.length));
}

/** In the order of the keys, with every copy of a repeated atom. */
function atomsOf({ keys, reading }: BatchOutcome): readonly AtomToExport[] {
  if (reading === null) return keys.map((key) => ({ outcome: 'refused', key }));
  const byKey = new Map<string, AtomToExport[]>();
  for (const atom of reading.atoms)
    byKey.set(atom.key, [...(byKey.get(atom.key) ?? []), { outcome: 'read', reading: atom }]);
  return keys.flatMap((key) => byKey.get(key) ?? [{ outcome: 'missing', key }]);
}
