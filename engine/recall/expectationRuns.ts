import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ExpectationProgress } from '#shared/domain/expectation.ts';
import { fail, refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import { retryPolicies, waitOut } from '#shared/retry/retryPolicy.ts';
import { runExpectations } from '#shared/recall/runExpectations.ts';
import type { CallOptions } from '../client/gateway.ts';
import type { Readings } from '../reading/readings.ts';
import type { NotedOutcome } from './expectationStore.ts';
import type { RecallMemories } from './recallMemories.ts';

/** Runs the expectations of a connection, at most one run at a time for each. */
export interface ExpectationRuns {
  readonly running: (id: ConnectionId) => ExpectationProgress | null;
  /**
   * Runs the given expectations, or all for null, in the order in which they were added. A canceled run keeps
   * its findings.
   */
  readonly run: (
    id: ConnectionId,
    input: { readonly ids: readonly string[] | null; readonly requireVerified: boolean },
    options: CallOptions,
  ) => Promise<Result<null>>;
}

/** Limits how often the window reads all of them. */
const tellEveryMs = 250;

export function createExpectationRuns(effects: {
  readonly memories: Pick<RecallMemories, 'of'>;
  readonly readings: Pick<Readings, 'recall'>;
  readonly expectationsChanged: (id: ConnectionId) => void;
  readonly now: () => number;
  /** A new id for each recall: with the run's own id, canceling would find only the first. */
  readonly newId: () => string;
  readonly sleep: (ms: number, signal: AbortSignal | null) => Promise<void>;
}): ExpectationRuns {
  const progress = new Map<ConnectionId, ExpectationProgress>();
  return {
    running: (id) => progress.get(id) ?? null,
    run: async (id, { ids, requireVerified }, { requestId, signal }) => {
      if (progress.has(id)) {
        const message = 'The expectations of this connection are already running.';
        return refuseInput('requestId', message, requestId);
      }
      progress.set(id, { done: 0, total: 0 });
      try {
        const { expectations } = await effects.memories.of(id);
        await expectations.requireVerified(requireVerified);
        const items = expectations.list().items.filter((item) => ids === null || ids.includes(item.id));
        progress.set(id, { done: 0, total: items.length });
        effects.expectationsChanged(id);
        // The file is written as a whole, so outcomes are saved in groups.
        const notedTogether = Math.ceil(items.length / 100);
        const noted: NotedOutcome[] = [];
        let toldAt = effects.now();
        await runExpectations({
          expectations: items.map(({ expectation }) => expectation),
          requireVerified,
          ask: async (query, limit) => {
            const answer = await effects.readings.recall(id, query, limit, {
              requestId: effects.newId(),
              signal,
              askedBy: 'app',
              purpose: 'expectations',
            });
            if (!answer.ok) return answer;
            const { atoms, anomalies } = answer.value;
            return succeed({
              hits: atoms.map(({ key, verdict }) => ({ key, verdict: verdict.status })),
              anomalyCount: anomalies.length,
            });
          },
          waitOut: (error, earlier) =>
            waitOut(error, retryPolicies.run, earlier, (ms) => effects.sleep(ms, signal)),
          isCancelled: () => signal?.aborted === true,
          onOutcome: async (index, outcome) => {
            const item = items[index];
            if (item === undefined) return;
            noted.push({
              id: item.id,
              expectation: item.expectation,
              outcome: { at: effects.now(), outcome },
            });
            if (noted.length >= notedTogether) await expectations.note(noted.splice(0));
            progress.set(id, { done: index + 1, total: items.length });
            if (effects.now() - toldAt < tellEveryMs) return;
            toldAt = effects.now();
            effects.expectationsChanged(id);
          },
        });
        await expectations.note(noted);
        return signal?.aborted === true
          ? fail({ code: 'cancelled', message: 'The run was canceled.', requestId })
          : succeed(null);
      } finally {
        progress.delete(id);
        effects.expectationsChanged(id);
      }
    },
  };
}
