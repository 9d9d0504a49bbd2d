import { describe, expect, it } from 'vitest';
import { anomaliesByHit, recallAnomalies } from './recallAnomalies.ts';

const hit = (key: string, score: number | null) => ({ key, score });

describe('recallAnomalies', () => {
  it('finds nothing odd in a response after the API', () => {
    expect(recallAnomalies([hit('a', 1), hit('b', 0.5), hit('c', 0.5), hit('d', 0)], 4)).toEqual([]);
    expect(recallAnomalies([], 1)).toEqual([]);
  });

  it.each([
    ['more hits than asked for', [hit('a', 0.9), hit('b', 0.8)], 1, { kind: 'too-many', limit: 1, count: 2 }],
    [
      'a worse hit before a better one, at the better one',
      [hit('a', 0.1), hit('b', 0.9)],
      2,
      { kind: 'out-of-order', at: 1, score: 0.9, before: 0.1 },
    ],
    ['a score above 1', [hit('a', 17), hit('b', 0.8)], 2, { kind: 'score-outside', at: 0, score: 17 }],
    ['a score below 0', [hit('a', 0.2), hit('b', -0.1)], 2, { kind: 'score-outside', at: 1, score: -0.1 }],
    [
      'a key twice, with where it came first',
      [hit('a', 0.9), hit('b', 0.8), hit('a', 0.7)],
      3,
      { kind: 'repeated-key', at: 2, first: 0 },
    ],
    ['a hit without score', [hit('a', 0.9), hit('b', null)], 2, { kind: 'no-score', at: 1 }],
  ])('tells %s', (_name, hits, limit, anomaly) => {
    expect(recallAnomalies(hits, limit)).toEqual([anomaly]);
  });

  it('tells a score that is no number, and predictions that are no keys or cannot be sent', () => {
    const odd = { ...hit('a', null), anomalies: [{ kind: 'score-not-a-number', text: '"high"' }] } as const;
    const predictions = ['b', '', '\ud800'];
    expect(recallAnomalies([odd], 1, { predictions, oddPredictions: ['7', 'null'] })).toEqual([
      { kind: 'odd-score', at: 0, text: '"high"' },
      { kind: 'odd-prediction', count: 2, text: '7' },
      { kind: 'unsendable-prediction', count: 2, text: '' },
    ]);
  });

  it('compares a score with the last one before it, over hits that have none', () => {
    const kinds = recallAnomalies([hit('a', 0.5), hit('b', null), hit('c', 0.6)], 3).map(({ kind }) => kind);
    expect(kinds).toEqual(['no-score', 'out-of-order']);
  });

  it('takes keys that are names of JavaScript itself as keys', () => {
    expect(recallAnomalies([hit('__proto__', 0.9), hit('constructor', 0.8)], 2)).toEqual([]);
  });
});

describe('anomaliesByHit', () => {
  it('puts each anomaly at its hit, and flags every hit beyond the limit', () => {
    const hits = [hit('a', 2), hit('b', null), hit('a', 3)];
    const byHit = anomaliesByHit(recallAnomalies(hits, 1), hits.length);
    expect([0, 1, 2].map((at) => byHit.get(at)?.map(({ kind }) => kind))).toEqual([
      ['score-outside'],
      ['too-many', 'no-score'],
      ['too-many', 'repeated-key', 'score-outside', 'out-of-order'],
    ]);
  });
});
