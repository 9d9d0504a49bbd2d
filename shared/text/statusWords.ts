import type { ErrorWords } from './errorWords.ts';
import { durationWords } from './times.ts';

type StatusWords = Omit<ErrorWords, 'what'>;

const checkAddress =
  'Check that the base address is that of an Atom Memory Service, with its path prefix if it has one.';
const tellOperator = 'Try again. If it stays, tell whoever runs the service.';

const byStatus: ReadonlyMap<number, StatusWords> = new Map([
  [
    304,
    {
      title: 'The service sent nothing',
      todo: `A cache on the way may be misconfigured. ${tellOperator}`,
      canRetry: true,
    },
  ],
  [
    400,
    {
      title: 'The service refused the request',
      todo: 'It may not accept this key or this text. Change what you ask for.',
      canRetry: true,
    },
  ],
  [404, { title: 'Nothing is at this path', todo: checkAddress, canRetry: true }],
  [405, { title: 'The service does not allow this request', todo: checkAddress, canRetry: true }],
  [
    407,
    {
      title: 'A proxy asks for a sign-in',
      todo: 'Atom Explorer cannot sign in to proxies yet. Ask your administrator for a way to the service without one.',
      canRetry: true,
    },
  ],
  [
    408,
    {
      title: 'The service stopped waiting',
      todo: 'The connection may be slow. Try again, with less at once.',
      canRetry: true,
    },
  ],
  [
    409,
    {
      title: 'The service reports a conflict',
      todo: 'Read the atom again to see what it holds now, then try again.',
      canRetry: true,
    },
  ],
  [
    413,
    {
      title: 'The request is too large',
      todo: 'Ask for fewer keys at once, or a shorter query.',
      canRetry: false,
    },
  ],
  [
    414,
    {
      title: 'The key is too long to be read alone',
      todo: 'Select it together with others and read them as a batch: then the key is not part of the address.',
      canRetry: false,
    },
  ],
  [
    421,
    { title: 'The wrong server responded', todo: 'Check the host name in the base address.', canRetry: true },
  ],
  [
    422,
    {
      title: 'The service could not process the request',
      todo: 'It may not accept this key, query or limit. Change what you ask for.',
      canRetry: true,
    },
  ],
  [425, { title: 'The service asks for patience', todo: 'Try again in a moment.', canRetry: true }],
  [
    431,
    {
      title: 'The request has headers that are too large',
      todo: 'A very long key causes this. Read it together with others as a batch: then the key is not part of the address.',
      canRetry: false,
    },
  ],
]);

/** What a status means that the interface does not name for the call; main says what happened. */
export function statusWords(status: number): StatusWords {
  return (
    byStatus.get(status) ?? {
      title: 'The service sent an unexpected status',
      todo: checkAddress,
      canRetry: true,
    }
  );
}

/** When to ask again a service that asks for fewer requests. */
export function retryWords(retryAfterMs: number | null): string {
  if (retryAfterMs === null)
    return 'The service did not say how long to wait. Wait a little, then try again.';
  return retryAfterMs < 1_000 ? 'Try again now.' : `Try again in ${durationWords(retryAfterMs)}.`;
}
