import { describe, expect, it } from 'vitest';
import { usePredictionStore } from './predictionStore.ts';

describe('the saved settings of predictions', () => {
  const first = usePredictionStore.read(undefined);

  it('are used where they are valid', () => {
    const stored = {
      tab: 'scoreboard',
      look: 'table',
      limits: { breadth: 1, depth: 9, budget: 100 },
      prefetching: ['c1'],
    };
    expect(usePredictionStore.read(stored)).toEqual(stored);
  });

  it.each([
    null,
    'text',
    { look: 'cloud', tab: 7, limits: 'many', prefetching: 'all' },
    { limits: { breadth: 0, depth: 1.5, budget: 1e9 }, prefetching: [1, null] },
  ])('falls back to the first values for %j', (stored) => {
    expect(usePredictionStore.read(stored)).toEqual(first);
  });

  it('have Prefetch off until the user turns it on', () => {
    expect(first.prefetching).toEqual([]);
  });
});
