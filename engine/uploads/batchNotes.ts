import { succeed, type Result } from '#shared/domain/result.ts';
import type { SendEvent } from './rows/sendEvents.ts';
import type { JobControl } from '../jobs/jobs.ts';

/**
 * What is noted in the log of an upload while it is sent. The outcome of a stored batch is held back for the rest of the current
 * turn of the event loop: the entry of the next batch usually follows in it, and both then wait for the disk once.
 */
export interface BatchNotes {
  /** Noted with the next events, or at the end of the turn. @param noted called when it is on disk */
  readonly later: (event: SendEvent, noted: () => void) => void;
  /** Tried once; a failure if the events could not be written. An outcome that was held back then stays held back. */
  readonly tryNow: (...events: readonly SendEvent[]) => Promise<Result<null>>;
  /** Resolves when all are on disk, or when the work is canceled. Must not be called during a request. */
  readonly now: (...events: readonly SendEvent[]) => Promise<void>;
}

export function createBatchNotes({
  tryNote,
  ask,
}: {
  readonly tryNote: (...events: readonly SendEvent[]) => Promise<Result<null>>;
  readonly ask: JobControl<'upload'>['ask'];
}): BatchNotes {
  let held: readonly { readonly event: SendEvent; readonly noted: () => void }[] = [];
  /** The write under way. The entries must be in order, so others wait for it. */
  let writing: Promise<unknown> | null = null;

  const write = async (events: readonly SendEvent[]): Promise<Result<null>> => {
    const outcomes = held;
    if (outcomes.length + events.length === 0) return succeed(null);
    const result = await tryNote(...outcomes.map(({ event }) => event), ...events);
    if (!result.ok) return result;
    held = held.slice(outcomes.length);
    for (const { noted } of outcomes) noted();
    return result;
  };
  const tryNow: BatchNotes['tryNow'] = async (...events) => {
    while (writing !== null) await writing;
    const written = write(events);
    const ended = written.then(
      () => undefined,
      // The caller gets the error.
      () => undefined,
    );
    writing = ended;
    try {
      return await written;
    } finally {
      if (writing === ended) writing = null;
    }
  };
  return {
    later: (event, noted) => {
      held = [...held, { event, noted }];
      setImmediate(() => {
        // If it cannot be written, it is held until the next events, whose caller learns why.
        if (writing === null) tryNow().catch(() => undefined);
      });
    },
    tryNow,
    now: async (...events) => {
      if (!(await tryNow(...events)).ok) await ask(() => tryNow(...events));
    },
  };
}
