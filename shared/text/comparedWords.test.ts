import { describe, expect, it } from 'vitest';
import { comparedSummary, comparedWords, differenceWords } from './comparedWords.ts';

describe('the words for a comparison with the service', () => {
  it('give the size of a change', () => {
    const row = { comparison: 'changed', difference: { removed: 12, added: 1_030, bytes: -18 } } as const;
    expect(comparedWords(row)).toBe('Changed −12 +1,030');
    expect(differenceWords(row)).toContain('the new value is 18 B smaller');
    expect(comparedWords({ comparison: 'same', difference: null })).toBe('Same');
  });

  it('summarize the result, and count the rows that are not compared', () => {
    const comparisons = { 'not-compared': 0, new: 5, changed: 1, same: 2, refused: 0 };
    expect(comparedSummary({ comparisons })).toBe(
      'Compared with the service: 5 new, 1 changed, and 2 the same.',
    );
    expect(comparedSummary({ comparisons: { ...comparisons, refused: 1, 'not-compared': 2 } })).toBe(
      'Compared with the service: 5 new, 1 changed, 2 the same, and 1 not readable. 2 ready rows were not compared, because they were edited or became ready later.',
    );
  });
});
