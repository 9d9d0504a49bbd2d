import type { AppError } from '#shared/domain/appError.ts';
import { fail, type Result } from '#shared/domain/result.ts';
import type { JobControl } from '../jobs/jobs.ts';
import { isAboutTheBatch } from '../jobs/readInBatches.ts';
import type { ReadOptions } from '../readings/readings.ts';

/** Failures of one question, such as 500, after which it is taken to be the question and set aside. */
const mostFailures = 3;
/** Where several questions in a row failed like that, it is the service: then it is waited for, and the job pauses. */
const mostInARow = 3;
/** A question that failed this often, and again after the user resumed, is set aside in any case. */
const mostFailuresAtAll = 8;

export interface BoundedAsk {
  /**
   * Asks with all the patience of a job, but never sends more requests than the budget has. Fails with `overBudget` where
   * it is spent, and with the service's error where that refuses this very question, or keeps failing at it.
   *
   * @param expects further refusals of this very question
   */
  readonly ask: <T>(
    call: (options: ReadOptions) => Promise<Result<T>>,
    expects?: (error: AppError) => boolean,
  ) => Promise<Result<T>>;
  /** Requests sent since the last call of this. */
  readonly takeSent: () => number;
}

/** Not an error that anybody sees: it ends what was under way. */
export const overBudget: AppError = {
  code: 'cancelled',
  message: 'The request limit is reached.',
  requestId: null,
};

export function createBoundedAsk(options: {
  readonly control: Pick<JobControl<'discovery'>, 'ask'>;
  readonly isSpent: () => boolean;
  /** Told before each request. */
  readonly onRequest: () => void;
}): BoundedAsk {
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

/** Failures that this question alone may cause. Unlike 503, or nobody listening, which mean the service. */
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
