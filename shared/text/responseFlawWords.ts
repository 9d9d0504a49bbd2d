import type { ResponseFlaw } from '../domain/responseFlaw.ts';
import { assertNever } from '../domain/result.ts';
import { quoteText } from './phrases.ts';

/** What is odd in a response, and what the app made of it. */
export function responseFlawWords(flaw: ResponseFlaw): string {
  switch (flaw.kind) {
    case 'api-key-removed':
      return 'The response contained the API key of this connection. It was removed before anything was shown or saved; “[API key]” marks the place. Tell whoever runs the service, and consider replacing the key.';
    case 'repeated-name':
      return `The response has the name ${quoteText(flaw.name)} more than once in the same object. The last one was used; Raw shows all of them.`;
    case 'inexact-integer':
      return `The ${flaw.field} in the response is ${flaw.text}, which is too large to be used exactly. It is treated as not stated.`;
    case 'score-not-a-number':
      return `The score in the response is ${quoteText(flaw.text)}, which is not a usable number. It is treated as not stated.`;
    default:
      return assertNever(flaw);
  }
}
