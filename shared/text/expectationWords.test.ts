import { describe, expect, it } from 'vitest';
import type { Expectation } from '../domain/expectation.ts';
import { evaluateExpectation } from '../recall/evaluateExpectation.ts';
import { outcomeCountWords, outcomeWords } from './expectationWords.ts';

const expectation: Expectation = {
  name: null,
  query: 'q',
  within: 1,
  limit: 10,
  expect: ['a', 'b'],
  reject: ['c'],
};
const hits = (...keys: readonly string[]) => ({
  hits: keys.map((key) => ({ key, verdict: key === 'a' ? ('red' as const) : ('amber' as const) })),
  anomalyCount: 0,
});

describe('outcomeWords', () => {
  it('names every key to blame, with where it stood', () => {
    expect(outcomeWords(expectation, evaluateExpectation(expectation, hits('c', 'a'), true))).toBe(
      '“a” only at rank 2; “b” not among the 10 requested hits; “c” at rank 1, where it must not be; the proof of “a” failed.',
    );
  });

  it('does not call an unchecked proof good', () => {
    const one = { ...expectation, expect: ['b'] };
    expect(outcomeWords(one, evaluateExpectation(one, hits('b'), true))).toBe(
      'All keys have the expected ranks, but the proof of “b” could not be checked.',
    );
    expect(outcomeWords(one, evaluateExpectation(one, hits('b'), false))).toBe('Everything is as expected.');
  });

  it('makes unusual characters of a key visible', () => {
    const odd = { ...expectation, expect: ['a\u202E'] };
    expect(outcomeWords(odd, evaluateExpectation(odd, hits(), false))).toContain('“a[U+202E]”');
  });
});

describe('outcomeCountWords', () => {
  it('always says how many were met and not met, and the rest where there are any', () => {
    expect(outcomeCountWords({ met: 2, missed: 0, unclear: 0, 'not-run': 0 })).toBe(
      '2 expectations: 2 met, 0 not met.',
    );
    expect(outcomeCountWords({ met: 0, missed: 1, unclear: 1, 'not-run': 2 })).toBe(
      '4 expectations: 0 met, 1 not met, 1 could not be checked, 2 could not run.',
    );
  });
});
