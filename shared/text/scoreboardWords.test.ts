import { describe, expect, it } from 'vitest';
import type { Observation } from '../scoreboard/observation.ts';
import { likelyWords, openStepWords, outcomeWords, rateWords, shareWords } from './scoreboardWords.ts';

describe('rates', () => {
  it.each([
    [3, 4, '75%'],
    [0, 4, '0%'],
    [4, 4, '100%'],
    [1, 1_000, '<1%'],
    [999, 1_000, '>99%'],
    [0, 0, '–'],
  ])('%i of %i is %s', (hits, of, words) => {
    expect(rateWords(hits, of)).toBe(words);
  });

  it('come with what they are of, and how much that says', () => {
    expect(shareWords(3, 1_204)).toBe('3 of 1,204');
    expect(likelyWords(3, 4)).toBe('30% to 95%');
  });
});

describe('an observation', () => {
  const of = (predicted: number, rank: number | null): Observation => ({
    at: 0,
    from: 'a',
    predictions: [],
    predicted,
    next: 'b',
    rank,
  });
  it.each([
    [0, null, 'nothing predicted'],
    [1, null, 'not among 1 prediction'],
    [5, 1, 'predicted, 1st of 5'],
    [22, 22, 'predicted, 22nd of 22'],
    [20, 13, 'predicted, 13th of 20'],
  ])('of %i predictions at %s reads: %s', (predicted, rank, words) => {
    expect(outcomeWords(of(predicted, rank))).toBe(words);
  });

  it('is announced while it is open', () => {
    expect(openStepWords('v1.a', ['v1.b'])).toBe(
      'Your last step was “v1.a”. 1 key is predicted. Your next step will be compared with it.',
    );
    expect(openStepWords('v1.a', [])).toContain('predicted nothing');
    expect(openStepWords('v1.a', null)).toContain('only a recall returns them');
  });
});
