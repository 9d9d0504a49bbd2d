import type { AppError } from '#shared/domain/appError.ts';
import { fail, type Result } from '#shared/domain/result.ts';
import type { JobControl } from '../jobs/jobs.ts';
import { isAboutTheBatch } from '../reading/runs/readInBatches.ts';
import type { ReadOptions } from '../reading/readingCalls.ts';

/** After this many failures such as 500, a request is taken to be the cause and is skipped. */
const mostFailures = 3;
/**
 * If this many requests in a row fail like that, the service is taken to be the cause: the job waits, then
 * pauses.
 */
const mostInARow = 3;
/** A request that failed this often, and again after the user resumed, is skipped in any case. */
const mostFailuresAtAll = 8;

export interface LimitedRequests {
  /**
   * Sends a request with the full patience of a job, but never more requests than the limit allows. Fails
   * with `overBudget` at the limit, and with the service's error if the service refuses this request or keeps
   * failing on it.
   *
   * @param expects further error codes that count as a refusal of this request
   */
  readonly ask: <T>(
    call: (options: ReadOptions) => Promise<Result<T>>,
    expects?: (error: AppError) => boolean,
  ) => Promise<Result<T>>;
  /** Number of requests sent since this was last called. */
  readonly takeSent: () => number;
}

/** Never shown: it only ends the current work. */
export const overBudget: AppError = {
  code: 'cancelled',
  message: 'The request limit is reached.',
  requestId: null,
};

export function createLimitedRequests(options: {
  readonly control: Pick<JobControl<'discovery'>, 'ask'>;
  readonly isSpent: () => boolean;
  /** Called before each request. */
  readonly onRequest: () => void;
}): LimitedRequests {
  let sent = 0;
  let inARow = 0;
  return {
    ask: async (call, expects = () => false) => {
      let failures = 0;
      const isSetAside = (error: AppError): boolean =>
        mayBeTheRequest(error) && failures >= (inARow < mostInARow ? mostFailures : mostFailuresAtAll);
      const answer = await options.control.ask(
        async (callOptions) => {
          if (options.isSpent()) return fail(overBudget);
          sent += 1;
          options.onRequest();
          const answered = await call({ ...callOptions, askedBy: 'app', once: true });
          if (!answered.ok && mayBeTheRequest(answered.error)) failures += 1;
          return answered;
        },
        (error) => error === overBudget || isAboutTheBatch(error) || expects(error) || isSetAside(error),
      );
      if (answer.ok) inARow = 0;
      else if (isSetAside(answer.error)) inARow += 1;
      return answer;
    },
    takeSent: () => {
      const count = sent;
      sent = 0;
      return count;
    },
  };
}

/**
 * Failures that this request alone may cause, unlike 503 or a refused connection, which concern the whole
 * service.
 */
function mayBeTheRequest(error: AppError): boolean {
  switch (error.code) {
    case 'server_error':
      return error.status !== 503;
    case 'timeout':
      return true;
    case 'network':
      return error.failure === 'reset';
    default:
      return false;
  }
}
