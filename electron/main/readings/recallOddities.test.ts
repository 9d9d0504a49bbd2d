import { describe, expect, it } from 'vitest';
import { recallOddities } from './recallOddities.ts';

const hit = (key: string, score: number | null) => ({
  key,
  score,
  value: '',
  version: 1,
  hash: null,
  proof: null,
  raw: null,
});

describe('recallOddities', () => {
  it('finds nothing odd in an answer after the interface', () => {
    expect(recallOddities([hit('a', 1), hit('b', 0.5), hit('c', 0.5), hit('d', 0)], 4)).toEqual([]);
    expect(recallOddities([], 1)).toEqual([]);
  });

  it.each([
    ['more hits than asked for', [hit('a', 0.9), hit('b', 0.8)], 1, /^2 hits .* at most 1 /],
    ['a worse hit before a better one', [hit('a', 0.1), hit('b', 0.9)], 2, /ordered/],
    ['a score above 1', [hit('a', 17), hit('b', 0.8)], 2, /^1 score lies outside/],
    ['a key twice', [hit('a', 0.9), hit('a', 0.8)], 2, /^1 hit repeats/],
    ['a hit without score', [hit('a', null), hit('b', null)], 2, /^2 hits have no score/],
  ])('tells %s', (_name, atoms, limit, words) => {
    const oddities = recallOddities(atoms, limit);
    expect(oddities).toHaveLength(1);
    expect(oddities[0]).toMatch(words);
  });
});
