import type { AppError } from '#shared/domain/appError.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { failsEveryRequest, waitBeforeRepeating } from '#shared/domain/patience.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { RecordedStep } from '#shared/recordings/recording.ts';
import type { ReplayEnd, ReplayedStep, ReplayProgress } from '#shared/recordings/replay.ts';
import type { Readings } from '../../reading/readings.ts';
import type { CompletedCall } from '../../reading/readingCalls.ts';
import type { ReadOptions } from '../../reading/readingCalls.ts';
import { recordedCall } from './recordedCall.ts';

export interface ReplayEffects {
  readonly readings: Pick<Readings, 'read' | 'readMany' | 'recall'>;
  readonly newId: () => string;
  /** Ends early when the signal aborts; never rejects. */
  readonly sleep: (ms: number, signal: AbortSignal | null) => Promise<void>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** A recording may have thousands of steps, so a service that keeps refusing one does not get all of them. */
function endsReplay(error: AppError): boolean {
  return (
    failsEveryRequest(error) ||
    error.code === 'timeout' ||
    error.code === 'rate_limited' ||
    error.code === 'invalid_input'
  );
}

/**
 * Repeats the requests of a recording one after the other, over any connection. The requests are the app's,
 * not the user's, so they are in no scoreboard and no recording. A step that fails is noted and the next one
 * continues; a failure that would affect all others ends the replay.
 */
export async function replaySteps(
  effects: ReplayEffects,
  input: {
    readonly steps: readonly RecordedStep[];
    readonly connectionId: ConnectionId;
    readonly signal: AbortSignal | null;
    readonly onProgress: (progress: ReplayProgress) => void;
  },
): Promise<{ readonly steps: readonly ReplayedStep[]; readonly end: ReplayEnd }> {
  const { steps, connectionId, signal, onProgress } = input;
  const replayed: ReplayedStep[] = [];
  const tell = (waitingMs: number | null): void =>
    onProgress({ done: replayed.length, total: steps.length, waitingMs });
  const options = (): ReadOptions => ({
    requestId: effects.newId(),
    signal,
    askedBy: 'app',
    purpose: 'replay',
  });

  for (const step of steps) {
    tell(null);
    for (let waits = 0; ; waits += 1) {
      if (signal?.aborted === true) return { steps: replayed, end: { kind: 'cancelled' } };
      const answer = await askAgain(effects, connectionId, step, options());
      if (answer.ok) {
        replayed.push({ kind: 'answered', step: recordedCall(answer.value, effects.now()) });
        break;
      }
      const { error } = answer;
      if (error.code === 'cancelled') return { steps: replayed, end: { kind: 'cancelled' } };
      const waitMs = waitBeforeRepeating(error, waits);
      if (waitMs !== null) {
        tell(waitMs);
        await effects.sleep(waitMs, signal);
        continue;
      }
      if (endsReplay(error)) return { steps: replayed, end: { kind: 'failed', error } };
      replayed.push({ kind: 'failed', error });
      break;
    }
  }
  tell(null);
  return { steps: replayed, end: { kind: 'complete' } };
}

async function askAgain(
  { readings }: ReplayEffects,
  id: ConnectionId,
  step: RecordedStep,
  options: ReadOptions,
): Promise<Result<CompletedCall>> {
  switch (step.kind) {
    case 'recall': {
      const { query, limit } = step;
      const answer = await readings.recall(id, query, limit, options);
      return answer.ok ? succeed({ kind: 'recall', query, limit, reading: answer.value }) : answer;
    }
    case 'read': {
      const { key } = step;
      const answer = await readings.read(id, key, options);
      if (answer.ok) return succeed({ kind: 'read', key, reading: answer.value });
      // A missing atom is a response too.
      return answer.error.code === 'not_found'
        ? succeed({ kind: 'read', key, reading: null })
        : fail(answer.error);
    }
    case 'readMany': {
      const { keys } = step;
      const answer = await readings.readMany(id, keys, options);
      return answer.ok ? succeed({ kind: 'readMany', keys, reading: answer.value }) : answer;
    }
  }
}
