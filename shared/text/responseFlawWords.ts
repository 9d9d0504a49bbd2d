import type { ResponseFlaw } from '../domain/responseFlaw.ts';
import { assertNever } from '../domain/result.ts';
import { quoteText } from './phrases.ts';

/** What is wrong with a response, and how the app handled it. */
export function responseFlawWords(flaw: ResponseFlaw): string {
  switch (flaw.kind) {
    case 'api-key-removed':
      return 'The response contained the API key of this connection. The key was removed before anything was shown or saved. Consider replacing it.';
    case 'repeated-name':
      return `The name ${quoteText(flaw.name)} appears more than once in one object. The last one is used; Raw shows all of them.`;
    case 'inexact-integer':
      return `The ${flaw.field} ${flaw.text} is too large to be exact and is ignored.`;
    case 'score-not-a-number':
      return `The score ${quoteText(flaw.text)} is not a valid number and is ignored.`;
    default:
      return assertNever(flaw);
  }
}
