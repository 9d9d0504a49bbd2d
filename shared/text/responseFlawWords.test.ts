import { expect, it } from 'vitest';
import type { ResponseFlaw } from '../domain/responseFlaw.ts';
import { responseFlawWords } from './responseFlawWords.ts';

it.each<[ResponseFlaw, string]>([
  [{ kind: 'api-key-removed' }, 'the API key of this connection'],
  [{ kind: 'repeated-name', name: 'va\u202Elue' }, '“va[U+202E]lue”'],
  [{ kind: 'inexact-integer', field: 'version', text: '9007199254740993' }, '9007199254740993'],
  [{ kind: 'score-not-a-number', text: '"high"' }, '“"high"”'],
])('says what is odd with %j', (flaw, words) => {
  expect(responseFlawWords(flaw)).toContain(words);
});
