import path from 'node:path';
import type { ActiveRequests } from '../ipc/activeRequests.ts';
import { createRecordingHandlers } from '../ipc/recordingHandlers.ts';
import { createRecordings, mostRecordingBytes } from '../../../engine/recall/recordings/recordings.ts';
import { beginAppendLog } from '../../../engine/storage/appendLog.ts';
import type { ReadingParts } from '../../../engine/composeReadings.ts';
import type { Surroundings } from '../../../engine/surroundings.ts';

/** Recorded sessions and their replay. */
export function wireRecordings(
  surroundings: Surroundings,
  parts: Pick<ReadingParts, 'connections' | 'readings' | 'observe'> & { readonly requests: ActiveRequests },
) {
  const { folder, tell } = surroundings;
  const { connections, readings, requests } = parts;
  const recordings = createRecordings({
    ...surroundings,
    folder: path.join(folder, 'recordings'),
    changed: () => tell('recordingsChanged', null),
    openLog: beginAppendLog,
    mostBytes: mostRecordingBytes,
  });
  parts.observe(recordings.observe, recordings.records);
  return {
    handlers: createRecordingHandlers({
      recordings,
      connections,
      requests,
      replay: { ...surroundings, readings },
      tellProgress: (progress) => tell('replayProgress', progress),
    }),
    connectionRemoved: recordings.connectionRemoved,
    close: recordings.close,
  };
}
