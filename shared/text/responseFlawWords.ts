import type { ResponseFlaw } from '../domain/responseFlaw.ts';
import { assertNever } from '../domain/result.ts';
import { quoteText } from './phrases.ts';

/** What is odd in a response, and what the app made of it. */
export function responseFlawWords(flaw: ResponseFlaw): string {
  switch (flaw.kind) {
    case 'api-key-removed':
      return 'It contained the API key of this connection, which was removed before anything was shown or saved. Consider replacing the key.';
    case 'repeated-name':
      return `The name ${quoteText(flaw.name)} is there more than once in one object. The last one is used; Raw shows all.`;
    case 'inexact-integer':
      return `The ${flaw.field} ${flaw.text} is too large to be used exactly and counts as not stated.`;
    case 'score-not-a-number':
      return `The score ${quoteText(flaw.text)} is not a usable number and counts as not stated.`;
    default:
      return assertNever(flaw);
  }
}
