import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Recording, RecordingList } from '#shared/recordings/recording.ts';
import type { Replay } from '#shared/recordings/replay.ts';
import { callService, ipc } from './ipc.ts';

const recordingsKey = ['recordings'] as const;

/** The recordings, and the one in progress. */
export function useRecordings() {
  return useQuery({
    queryKey: [...recordingsKey, 'list'],
    queryFn: (): Promise<RecordingList> => ipc.listRecordings(),
  });
}

/** One recording with its steps. */
export function recordingQuery(id: string) {
  return queryOptions({
    queryKey: [...recordingsKey, 'one', id],
    queryFn: (): Promise<Recording> => ipc.readRecording({ id }),
    structuralSharing: false,
  });
}

export function useStartRecording() {
  return useMutation({
    mutationFn: (connectionId: ConnectionId) => ipc.startRecording({ connectionId, name: '' }),
  });
}

/** Saves a recording given as text. `connectionId`: the connection it was made on, if known. */
export function useAddRecording() {
  return useMutation({
    mutationFn: (input: { readonly text: string; readonly connectionId: ConnectionId | null }) =>
      ipc.addRecording(input),
  });
}

export interface ReplayRequest {
  readonly id: string;
  readonly connectionId: ConnectionId;
  /** The number of steps to send. */
  readonly steps: number;
}

/** Sends the requests of a recording again. @throws AppFailure if none could be sent */
export function replayRecording(
  request: ReplayRequest,
  signal: AbortSignal,
  onBegin: (requestId: string) => void,
): Promise<Replay> {
  return callService(signal, (requestId) => {
    onBegin(requestId);
    return ipc.replayRecording({ requestId, ...request });
  });
}
