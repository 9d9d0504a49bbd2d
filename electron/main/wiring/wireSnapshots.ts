import path from 'node:path';
import { createSnapshotHandlers } from '../ipc/snapshotHandlers.ts';
import { createSnapshots } from '../../../engine/snapshots/snapshots.ts';
import type { SnapshotCalls } from '../../../engine/snapshots/snapshotCalls.ts';
import type { secondOpinion } from '../../../engine/snapshots/secondOpinion.ts';
import { eachInThread, startThread } from '../../../engine/jobs/thread.ts';
import type { Dialogs } from '../window/dialogs.ts';
import type { ReadingParts } from '../../../engine/composeReadings.ts';
import type { Surroundings } from '../../../engine/surroundings.ts';
import type { JobParts } from './wireJobs.ts';

/** Signed snapshot files. */
export function wireSnapshots(
  { programs, tell, newId, log }: Surroundings,
  parts: Pick<ReadingParts, 'connections' | 'connectionsChanged' | 'removals'> &
    Pick<JobParts, 'imports'> &
    Pick<Dialogs, 'askWhatToOpen'>,
) {
  const { connections, connectionsChanged, askWhatToOpen } = parts;
  const snapshots = createSnapshots({
    startThread: (file) =>
      startThread<SnapshotCalls>(path.join(programs, 'snapshot-worker.js'), { workerData: file }),
    askSecondOpinion: eachInThread<{ secondOpinion: typeof secondOpinion }>(
      path.join(programs, 'second-opinion-worker.js'),
      { graceMs: 0 },
    ).secondOpinion,
    connections,
    readAll: parts.imports.startKeys,
    changed: (connectionId) => tell('snapshotChanged', { connectionId }),
    newId,
    log,
  });
  parts.removals.stopWith(snapshots.forget);
  return { snapshots, handlers: createSnapshotHandlers({ snapshots, askWhatToOpen, connectionsChanged }) };
}
