import path from 'node:path';
import type { KeySelection } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ExportFormat, ExportProgress, JobOf } from '#shared/domain/job.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import { writeInPieces } from '../../../workers/writeInPieces.ts';
import { replacedLink } from '../files/replacedLink.ts';
import { fileFailed } from '../files/userFiles.ts';
import { exportText } from './exportText.ts';
import { allSelected, type JobMemory } from './jobMemory.ts';
import type { Jobs } from './jobs.ts';

export interface ExportRunEffects {
  readonly jobs: Pick<Jobs, 'start'>;
  readonly memory: Pick<JobMemory, 'selected' | 'entries'>;
  /** The path chosen; null where the user cancelled. */
  readonly askWhereToSave: (suggestedName: string) => Promise<string | null>;
  readonly newId: () => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const entriesAtOnce = 1_000;

/** Asks where to, and begins to write what is known of a selection of keys. null where the user cancelled. */
export async function startExport(
  effects: ExportRunEffects,
  connectionId: ConnectionId,
  selection: KeySelection,
  format: ExportFormat,
): Promise<JobOf<'export'> | null> {
  const { jobs, memory } = effects;
  const file = await effects.askWhereToSave(`atoms.${format}`);
  if (file === null) return null;
  let progress: ExportProgress = {
    format,
    path: file,
    ...(await replacedLink(file)),
    total: null,
    done: 0,
  };
  return jobs.start({
    kind: 'export',
    connectionId,
    progress,
    work: async ({ proceed, report, signal }): Promise<Result<null>> => {
      const text = exportText(format, effects.now());
      async function* pieces(): AsyncGenerator<string> {
        const keys = await allSelected(memory, connectionId, selection);
        progress = { ...progress, total: keys.length };
        report(progress);
        yield text.begin;
        let isFirst = true;
        for (let at = 0; at < keys.length && (await proceed()); at += entriesAtOnce) {
          const some = keys.slice(at, at + entriesAtOnce);
          for (const entry of await memory.entries(connectionId, some)) {
            // Forgotten since the export began.
            if (entry === null) continue;
            yield text.entry(entry, isFirst);
            isFirst = false;
          }
          progress = { ...progress, done: at + some.length };
          report(progress);
        }
        yield text.end;
      }
      try {
        // A name that nobody else has: beside the user's own files there may be any.
        const temporary = path.join(path.dirname(file), `.${effects.newId()}.part`);
        await writeInPieces({ file, temporary, pieces: pieces(), isStopped: () => signal.aborted });
        return succeed(null);
      } catch (error) {
        return fileFailed(error, file);
      }
    },
  });
}
