import { describe, expect, it } from 'vitest';
import type { Expectation } from '../domain/expectation.ts';
import type { VerdictStatus } from '../merkle/verdict.ts';
import { changeOfOutcome, evaluateExpectation } from './evaluateExpectation.ts';

const expectation = (other: Partial<Expectation>): Expectation => ({
  name: null,
  query: 'q',
  within: 2,
  limit: 10,
  expect: [],
  reject: [],
  ...other,
});
const answer = (...hits: readonly (readonly [key: string, verdict: VerdictStatus])[]) => ({
  hits: hits.map(([key, verdict]) => ({ key, verdict })),
  anomalyCount: 0,
});
const abc = answer(['a', 'green'], ['b', 'amber'], ['c', 'red']);

describe('evaluateExpectation', () => {
  it.each([
    ['all expected keys are among the first', { expect: ['b', 'a'] }, 'met'],
    ['an expected key stands too low', { expect: ['c'] }, 'missed'],
    ['an expected key is absent', { expect: ['a', 'x'] }, 'missed'],
    ['a rejected key is among the first', { expect: ['a'], reject: ['b'] }, 'missed'],
    ['a rejected key stands lower', { expect: ['a'], reject: ['c'] }, 'met'],
    ['a rejected key is absent', { reject: ['x'] }, 'met'],
  ] as const)('%s: %j is %s', (_name, keys, kind) => {
    expect(evaluateExpectation(expectation(keys), abc, false).kind).toBe(kind);
  });

  it('tells the rank and verdict of every key, beyond the first ones too', () => {
    const finding = evaluateExpectation(expectation({ expect: ['c', 'x'], reject: ['b'] }), abc, false);
    expect(finding.expected).toEqual([
      { key: 'c', rank: 3, verdict: 'red' },
      { key: 'x', rank: null, verdict: null },
    ]);
    expect(finding.rejected).toEqual([{ key: 'b', rank: 2, verdict: 'amber' }]);
    expect(finding.verdicts).toEqual({ green: 1, keyOnly: 0, amber: 1, red: 1 });
  });

  it.each([
    ['green', ['a'], 'met'],
    ['amber', ['a', 'b'], 'unclear'],
    ['red', ['a', 'b', 'c'], 'missed'],
  ] as const)('where proofs are required, one that is %s makes it %s', (_verdict, expected, kind) => {
    const wanted = expectation({ within: 3, expect: expected });
    expect(evaluateExpectation(wanted, abc, true).kind).toBe(kind);
    expect(evaluateExpectation(wanted, abc, false).kind).toBe('met');
  });

  it('asks no proof of a key that should not be there', () => {
    const wanted = expectation({ expect: ['a'], reject: ['c'] });
    expect(evaluateExpectation(wanted, abc, true).kind).toBe('met');
  });

  it('takes a repeated key where it came first', () => {
    const finding = evaluateExpectation(
      expectation({ within: 1, expect: ['a'] }),
      answer(['a', 'green'], ['a', 'red']),
      true,
    );
    expect(finding).toMatchObject({ kind: 'met', expected: [{ rank: 1 }] });
  });
});

describe('changeOfOutcome', () => {
  const met = evaluateExpectation(expectation({ expect: ['a'] }), abc, false);
  const lower = evaluateExpectation(
    expectation({ expect: ['a'] }),
    answer(['x', 'green'], ['a', 'green']),
    false,
  );
  const missed = evaluateExpectation(expectation({ expect: ['a'] }), answer(), false);
  it('compares kinds first, then ranks', () => {
    expect(changeOfOutcome(null, met)).toBe('first');
    expect(changeOfOutcome(met, met)).toBe('same');
    expect(changeOfOutcome(met, lower)).toBe('ranks-changed');
    expect(changeOfOutcome(met, missed)).toBe('now-missed');
    expect(changeOfOutcome(missed, lower)).toBe('now-met');
  });
});
