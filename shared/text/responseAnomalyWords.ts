import type { ResponseAnomaly } from '../domain/responseAnomaly.ts';
import { quoteText } from './phrases.ts';

/** What is wrong with a response, and how the app handled it. */
export function responseAnomalyWords(anomaly: ResponseAnomaly): string {
  switch (anomaly.kind) {
    case 'api-key-removed':
      return 'The response contained the API key of this connection. The key was removed before anything was shown or saved. Consider replacing it.';
    case 'prototype-name':
      return 'The response contains a property named “__proto__”, which could disguise data. It is ignored; Raw shows it.';
    case 'inexact-integer':
      return `The ${anomaly.field} ${anomaly.text} is too large to be exact and is ignored.`;
    case 'value-not-included':
      return 'The snapshot was exported without values, so the value of this atom is unknown.';
    case 'no-value':
      return 'Atoms of this service have no value. An atom is its key, and the leaf is the hash of the key.';
    case 'score-not-a-number':
      return `The score ${quoteText(anomaly.text)} is not a valid number and is ignored.`;
  }
}
