import { describe, expect, it } from 'vitest';
import type { RunHit } from '../domain/recallRun.ts';
import { compareRuns } from '../recall/compareRuns.ts';
import { recallAnomalies } from '../recall/recallAnomalies.ts';
import { comparisonWords, hitAnomalyWords, anomalyWords, scoreWords } from './recallWords.ts';

describe('scoreWords', () => {
  it('does not round a small score away, and writes one out of range as it is', () => {
    expect(scoreWords(0.00012)).toBe('0.00012');
    expect(scoreWords(0)).toBe('0.000');
    expect(scoreWords(0.8765)).toMatch(/^0\.87[67]$/);
    expect(scoreWords(7)).toBe('7.000');
    expect(scoreWords(-0.5)).toBe('-0.500');
  });
});

describe('words about anomalies', () => {
  const anomalies = recallAnomalies(
    [
      { key: 'a', score: 0.1 },
      { key: 'a', score: 17 },
      { key: 'b', score: null },
      { key: 'c', score: -2 },
    ],
    3,
  );
  it('says each kind once above the list', () => {
    expect(anomalyWords(anomalies)).toEqual([
      '4 hits returned, but at most 3 were requested.',
      '1 hit is ranked below a hit with a lower score.',
      '2 scores are outside the range 0 to 1.',
      '1 hit repeats an earlier key.',
      '1 hit has no score.',
    ]);
    expect(anomalyWords([])).toEqual([]);
  });

  it('says each at its hit', () => {
    expect(anomalies.map(hitAnomalyWords)).toEqual([
      'beyond the limit of 3',
      'repeats the key of hit 1',
      'score above 1',
      'out of order: higher score than 0.100 above it',
      'no score',
      'score below 0',
    ]);
  });
});

describe('comparisonWords', () => {
  const hit = (key: string, version = 1): RunHit => ({
    key,
    score: 0.5,
    version,
    verdict: 'green',
    value: { sha256: `${version}`, bytes: 2 },
  });
  const words = (a: readonly RunHit[], b: readonly RunHit[], predicted: readonly string[] = []) =>
    comparisonWords(
      compareRuns(
        { query: 'q', limit: 9, hits: a, hitsLeftOut: 0, predictions: [] },
        { query: 'q', limit: 9, hits: b, hitsLeftOut: 0, predictions: predicted },
      ),
    );
  it('says what moved', () => {
    expect(words([hit('a'), hit('b'), hit('c')], [hit('c', 2), hit('a'), hit('d')], ['p'])).toBe(
      '1 new hit, 1 removed, 1 moved up, 1 moved down, 1 version changed, and 1 value changed; 1 prediction added.',
    );
  });
  it('says that nothing did', () => {
    expect(words([hit('a')], [hit('a')])).toMatch(
      /^The hits are the same.*; the predictions are the same\.$/,
    );
  });
});
