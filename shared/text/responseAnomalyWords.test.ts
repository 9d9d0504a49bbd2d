import { expect, it } from 'vitest';
import type { ResponseAnomaly } from '../domain/responseAnomaly.ts';
import { responseAnomalyWords } from './responseAnomalyWords.ts';

it.each<[ResponseAnomaly, string]>([
  [{ kind: 'api-key-removed' }, 'the API key of this connection'],
  [{ kind: 'inexact-integer', field: 'version', text: '9007199254740993' }, '9007199254740993'],
  [{ kind: 'score-not-a-number', text: '"high"' }, '“"high"”'],
])('says what is odd with %j', (anomaly, words) => {
  expect(responseAnomalyWords(anomaly)).toContain(words);
});
