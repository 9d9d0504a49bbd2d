import type { AppError } from '../domain/appError.ts';
import type { Expectation, ExpectationOutcome } from '../domain/expectation.ts';
import { failsEveryRequest } from '../retry/failureScope.ts';
import type { Result } from '../domain/result.ts';
import { errorWords } from '../text/errorWords.ts';
import { evaluateExpectation, type AnsweredRecall } from './evaluateExpectation.ts';

export interface ExpectationRunParts {
  readonly expectations: readonly Expectation[];
  /** Whether the expected keys have to be verified. */
  readonly requireVerified: boolean;
  readonly ask: (query: string, limit: number) => Promise<Result<AnsweredRecall>>;
  /**
   * Waits until a request that failed may be repeated; false if that cures nothing. `earlier`: how often this request
   * has been waited for. Resolves at once when the run was canceled.
   */
  readonly waitOut: (error: AppError, earlier: number) => Promise<boolean>;
  readonly isCancelled: () => boolean;
  readonly onOutcome: (index: number, outcome: ExpectationOutcome) => Promise<void> | void;
}

/**
 * Asks for each expectation in turn and tells each outcome. Requests that are one too many are waited out and repeated.
 * Once it is clear that no query will be answered, the rest count as not run, without being asked.
 * After a cancel the rest have no outcome.
 */
export async function runExpectations(parts: ExpectationRunParts): Promise<void> {
  let fatal: AppError | null = null;
  for (const [index, expectation] of parts.expectations.entries()) {
    if (parts.isCancelled()) return;
    if (fatal !== null) {
      await parts.onOutcome(index, notRun(fatal));
      continue;
    }
    const answer = await askPatiently(parts, expectation);
    if (parts.isCancelled()) return;
    if (!answer.ok && failsEveryRequest(answer.error)) fatal = answer.error;
    const outcome = answer.ok
      ? evaluateExpectation(expectation, answer.value, parts.requireVerified)
      : notRun(answer.error);
    await parts.onOutcome(index, outcome);
  }
}

async function askPatiently(
  { ask, waitOut, isCancelled }: ExpectationRunParts,
  { query, limit }: Expectation,
): Promise<Result<AnsweredRecall>> {
  for (let waits = 0; ; waits += 1) {
    const answer = await ask(query, limit);
    if (answer.ok || isCancelled() || !(await waitOut(answer.error, waits)) || isCancelled()) return answer;
  }
}

function notRun(error: AppError): ExpectationOutcome {
  const { title, what } = errorWords(error);
  return { kind: 'not-run', code: error.code, why: `${title}. ${what}` };
}
