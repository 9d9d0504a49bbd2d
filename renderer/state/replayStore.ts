import { create } from 'zustand';
import type { AppError } from '#shared/domain/appError.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Replay, ReplayProgress } from '#shared/recordings/replay.ts';
import { replayRecording, type ReplayRequest } from '../api/recordings.ts';
import { onEvent } from '../api/ipc.ts';
import { toAppError } from '../api/unwrap.ts';

/** A replay in progress, or the last one. It continues while other screens are shown. */
export interface ReplayRun {
  readonly recordingName: string;
  readonly connectionId: ConnectionId;
  readonly progress: ReplayProgress;
  readonly outcome:
    | { readonly kind: 'running' }
    | { readonly kind: 'done'; readonly replay: Replay }
    /** No request could be sent. */
    | { readonly kind: 'failed'; readonly error: AppError };
  readonly cancel: () => void;
}

/** What the Recordings tab shows. */
export type RecordingsView =
  | { readonly kind: 'list' }
  | { readonly kind: 'steps'; readonly id: string }
  | { readonly kind: 'replay' }
  | { readonly kind: 'compare'; readonly before: string; readonly after: string };

interface ReplayState {
  readonly run: ReplayRun | null;
  readonly view: RecordingsView;
}

/** For this session. */
export const useReplayStore = create<ReplayState>()(() => ({ run: null, view: { kind: 'list' } }));

export function showRecordings(view: RecordingsView): void {
  useReplayStore.setState({ view });
}

/** Starts a replay and shows it; a replay that is still running is canceled. */
export async function startReplay(request: ReplayRequest, recordingName: string): Promise<void> {
  useReplayStore.getState().run?.cancel();
  const controller = new AbortController();
  const cancel = (): void => controller.abort();
  const first: ReplayRun = {
    recordingName,
    connectionId: request.connectionId,
    progress: { done: 0, total: request.steps, waitingMs: null },
    outcome: { kind: 'running' },
    cancel,
  };
  useReplayStore.setState({ run: first, view: { kind: 'replay' } });
  /** Another replay may have started meanwhile; then the results of this one are dropped. */
  const change = (step: Partial<Pick<ReplayRun, 'progress' | 'outcome'>>): void =>
    useReplayStore.setState(({ run }) => (run?.cancel === cancel ? { run: { ...run, ...step } } : {}));
  let requestId: string | null = null;
  const stopFollowing = onEvent('replayProgress', ({ requestId: of, ...progress }) => {
    if (of === requestId) change({ progress });
  });
  try {
    const replay = await replayRecording(request, controller.signal, (id) => {
      requestId = id;
    });
    change({ outcome: { kind: 'done', replay } });
  } catch (caught) {
    change({ outcome: { kind: 'failed', error: toAppError(caught) } });
  } finally {
    stopFollowing();
  }
}
