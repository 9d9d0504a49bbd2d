import type { AppError } from '../domain/appError.ts';
import type { Recording, RecordedStep } from './recording.ts';

/** What asking a recorded step again brought. */
export type ReplayedStep =
  | { readonly kind: 'answered'; readonly step: RecordedStep }
  | { readonly kind: 'failed'; readonly error: AppError };

export type ReplayEnd =
  | { readonly kind: 'complete' }
  | { readonly kind: 'cancelled' }
  /** What failed here would have failed with every further step. */
  | { readonly kind: 'failed'; readonly error: AppError };

export interface ReplayProgress {
  readonly done: number;
  readonly total: number;
  /** The service asked to wait so long before the next request, in milliseconds; null while nothing is waited for. */
  readonly waitingMs: number | null;
}

/** A recording, and what asking it again brought, step by step; fewer steps where it ended early. */
export interface Replay {
  readonly recording: Recording;
  readonly connectionName: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly steps: readonly ReplayedStep[];
  readonly end: ReplayEnd;
}

/** The responses of a replay as a recording of its own; steps that failed are not in it. */
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
