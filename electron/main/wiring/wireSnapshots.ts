import path from 'node:path';
import { createSnapshotHandlers } from '../ipc/snapshotHandlers.ts';
import { createSnapshots } from '../snapshots/snapshots.ts';
import { askSecondOpinion, startSnapshotThread } from '../snapshots/snapshotThread.ts';
import type { Dialogs } from '../window/dialogs.ts';
import type { ReadingParts } from './composeReadings.ts';
import type { Surroundings } from './surroundings.ts';
import type { JobParts } from './wireJobs.ts';

/** Signed snapshot files. */
export function wireSnapshots(
  { programs, tell, newId, log }: Surroundings,
  parts: Pick<ReadingParts, 'connections' | 'connectionsChanged'> &
    Pick<JobParts, 'imports'> &
    Pick<Dialogs, 'askWhatToOpen'>,
) {
  const { connections, connectionsChanged, askWhatToOpen } = parts;
  const snapshots = createSnapshots({
    startThread: (file) => startSnapshotThread(path.join(programs, 'snapshot-worker.js'), file),
    askSecondOpinion: (file, signal) =>
      askSecondOpinion(path.join(programs, 'second-opinion-worker.js'), file, signal),
    connections,
    readAll: parts.imports.startKeys,
    changed: (connectionId) => {
      tell('snapshotChanged', { connectionId });
    },
    newId,
    log,
  });
  return { snapshots, handlers: createSnapshotHandlers({ snapshots, askWhatToOpen, connectionsChanged }) };
}
