import { refuseInput, succeed } from '#shared/domain/result.ts';
import { readRecordingText } from '#shared/recordings/recording.ts';
import type { ReplayProgress } from '#shared/recordings/replay.ts';
import type { recordingOperations } from '#shared/ipc/recallOperations.ts';
import type { Connections } from '../../../engine/connections/connections.ts';
import type { Recordings } from '../../../engine/recall/recordings/recordings.ts';
import { replaySteps, type ReplayEffects } from '../../../engine/recall/recordings/replay.ts';
import type { ActiveRequests } from './activeRequests.ts';
import type { IpcHandlers } from './register.ts';

export function createRecordingHandlers(effects: {
  readonly recordings: Recordings;
  readonly connections: Pick<Connections, 'profile'>;
  readonly requests: ActiveRequests;
  readonly replay: ReplayEffects;
  readonly tellProgress: (progress: ReplayProgress & { readonly requestId: string }) => void;
}): IpcHandlers<typeof recordingOperations> {
  const { recordings, connections, requests, replay } = effects;
  return {
    listRecordings: async () => succeed(await recordings.list()),
    startRecording: async ({ connectionId, name }) => {
      const profile = connections.profile(connectionId);
      return profile.ok
        ? recordings.start({ connectionId, connectionName: profile.value.name, name })
        : profile;
    },
    stopRecording: async () => {
      await recordings.stop();
      return succeed(null);
    },
    readRecording: ({ id }) => recordings.read(id),
    renameRecording: ({ id, name }) => recordings.rename(id, name),
    removeRecording: ({ id }) => recordings.remove(id),
    addRecording: async ({ text, connectionId }) => {
      const reading = readRecordingText(text);
      if (reading.ok) return succeed(await recordings.add(reading.recording, connectionId));
      return refuseInput('text', `Not a recording: ${reading.problem}.`);
    },
    replayRecording: ({ requestId, id, connectionId, steps }) =>
      requests.run(requestId, async ({ signal }) => {
        const profile = connections.profile(connectionId);
        if (!profile.ok) return profile;
        const found = await recordings.read(id);
        if (!found.ok) return found;
        const recording = { ...found.value, steps: found.value.steps.slice(0, steps) };
        const startedAt = replay.now();
        const replayed = await replaySteps(replay, {
          steps: recording.steps,
          connectionId,
          signal,
          onProgress: (progress) => effects.tellProgress({ ...progress, requestId }),
        });
        const connectionName = profile.value.name;
        return succeed({ recording, connectionName, startedAt, endedAt: replay.now(), ...replayed });
      }),
  };
}
