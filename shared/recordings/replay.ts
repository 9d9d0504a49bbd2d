import type { AppError } from '../domain/appError.ts';
import type { Recording, RecordedStep } from './recording.ts';

/** The result of repeating a recorded step. */
export type ReplayedStep =
  | { readonly kind: 'answered'; readonly step: RecordedStep }
  | { readonly kind: 'failed'; readonly error: AppError };

export type ReplayEnd =
  | { readonly kind: 'complete' }
  | { readonly kind: 'cancelled' }
  /** The replay ended early because every further step would have failed the same way. */
  | { readonly kind: 'failed'; readonly error: AppError };

export interface ReplayProgress {
  readonly done: number;
  readonly total: number;
  /** The service asked to wait so long before the next request, in milliseconds; null while nothing is waited for. */
  readonly waitingMs: number | null;
}

/** A recording and the result of repeating each step; fewer results than steps if the replay ended early. */
export interface Replay {
  readonly recording: Recording;
  readonly connectionName: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly steps: readonly ReplayedStep[];
  readonly end: ReplayEnd;
}

/** The responses of a replay as a new recording, without the steps that failed. */
export function recordingOfReplay(replay: Replay): Recording {
  return {
    name: `${replay.recording.name}, replayed on ${replay.connectionName}`.slice(0, 200),
    connectionName: replay.connectionName,
    startedAt: replay.startedAt,
    endedAt: replay.endedAt,
    end: 'stopped',
    steps: replay.steps.flatMap((step) => (step.kind === 'answered' ? [step.step] : [])),
  };
}
