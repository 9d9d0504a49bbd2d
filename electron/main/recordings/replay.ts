import type { AppError } from '#shared/domain/appError.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { assertNever, fail, succeed, type Result } from '#shared/domain/result.ts';
import type { RecordedStep } from '#shared/recordings/recording.ts';
import type { ReplayEnd, ReplayedStep, ReplayProgress } from '#shared/recordings/replay.ts';
import type { AnsweredCall, ReadOptions, Readings } from '../readings/readings.ts';
import { recordedCall } from './recordedCall.ts';

export interface ReplayEffects {
  readonly readings: Pick<Readings, 'read' | 'readMany' | 'recall'>;
  readonly newId: () => string;
  /** Ends early when the signal aborts; never rejects. */
  readonly sleep: (ms: number, signal: AbortSignal | null) => Promise<void>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** How often one request is sent again after the service asked to wait, and how long a wait may be. */
const mostWaits = 5;
const firstWaitMs = 1_000;
const longestWaitMs = 60_000;

/** Errors after which the next request would fail alike. */
const finalErrors: ReadonlySet<AppError['code']> = new Set([
  'unauthorized',
  'forbidden',
  'key_missing',
  'keychain_unavailable',
  'network',
  'timeout',
  'demo_unavailable',
  'rate_limited',
  'invalid_input',
]);

/**
 * Asks again what a recording asked, one request after the other, over any connection. The requests are the app's,
 * not the user's: they are in no scoreboard and in no recording. A step that fails by itself is noted and the next one
 * asked; what would fail all the others ends the replay.
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
  const options = (): ReadOptions => ({ requestId: effects.newId(), signal, askedBy: 'app' });

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
      if (error.code === 'rate_limited' && waits < mostWaits) {
        const waitMs = Math.min(error.retryAfterMs ?? firstWaitMs * 2 ** waits, longestWaitMs);
        tell(waitMs);
        await effects.sleep(waitMs, signal);
        continue;
      }
      if (finalErrors.has(error.code)) return { steps: replayed, end: { kind: 'failed', error } };
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
): Promise<Result<AnsweredCall>> {
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
      // That there is no such atom is an answer.
      return answer.error.code === 'not_found'
        ? succeed({ kind: 'read', key, reading: null })
        : fail(answer.error);
    }
    case 'readMany': {
      const { keys } = step;
      const answer = await readings.readMany(id, keys, options);
      return answer.ok ? succeed({ kind: 'readMany', keys, reading: answer.value }) : answer;
    }
    default:
      return assertNever(step);
  }
}
