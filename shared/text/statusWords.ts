import type { SomeErrorWords } from './shownError.ts';
import { durationWords } from './times.ts';

const checkAddress =
  'Check that the base address is that of an Atom Memory Service, including its path prefix, if it has one.';
const tellOperator = 'Try again. If the problem persists, tell whoever runs the service.';

const byStatus: Readonly<Record<number, SomeErrorWords>> = {
  304: {
    title: 'The response is empty',
    todo: `A cache between you and the service may be misconfigured. ${tellOperator}`,
  },
  400: {
    title: 'The service refused the request',
    todo: 'It may not accept this key or text. Change the request.',
  },
  404: { title: 'Nothing found at this address', todo: checkAddress },
  405: { title: 'The service does not allow this request', todo: checkAddress },
  407: {
    title: 'A proxy requires sign-in',
    todo: 'Atom Explorer cannot sign in to proxies yet. Ask your administrator how to reach the service without one.',
  },
  408: {
    title: 'The service timed out waiting for the request',
    todo: 'The connection may be slow. Try again with a smaller request.',
  },
  409: {
    title: 'The service reports a conflict',
    todo: 'Reload the atom to see its current value, then try again.',
  },
  413: {
    title: 'The request is too large',
    todo: 'Request fewer keys at once, or shorten the query.',
    canRetry: false,
  },
  414: {
    title: 'The key is too long to read by itself',
    todo: 'Select it together with other keys and read them as a batch. The key is then not part of the address.',
    canRetry: false,
  },
  421: { title: 'The wrong server responded', todo: 'Check the host name in the base address.' },
  422: {
    title: 'The service could not process the request',
    todo: 'It may not accept this key, query, or limit. Change the request.',
  },
  425: { title: 'The service is not ready', todo: 'Try again in a moment.' },
  431: {
    title: 'The request headers are too large',
    todo: 'A very long key causes this. Read it together with other keys as a batch. The key is then not part of the address.',
    canRetry: false,
  },
};

/** What a status means that the API does not define for this request. The main process says what happened. */
export function statusWords(status: number): SomeErrorWords {
  return (
    byStatus[status] ?? {
      title: 'The service sent an unexpected status',
      todo: checkAddress,
    }
  );
}

/** When to try again after the service requested fewer requests. */
export function retryWords(retryAfterMs: number | null): string {
  if (retryAfterMs === null) return 'The service did not say how long to wait. Try again in a moment.';
  return retryAfterMs < 1_000 ? 'Try again now.' : `Try again in ${durationWords(retryAfterMs)}.`;
}
