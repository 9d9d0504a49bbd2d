import { describe, expect, it } from 'vitest';
import { comparedSummary, comparedWords, differenceWords } from './comparedWords.ts';

describe('words for a comparison with the service', () => {
  it('say by how much a row changed', () => {
    const row = { comparison: 'changed', difference: { removed: 12, added: 1_030, bytes: -18 } } as const;
    expect(comparedWords(row)).toBe('Changed −12 +1,030');
    expect(differenceWords(row)).toContain('18 B smaller than before');
    expect(comparedWords({ comparison: 'same', difference: null })).toBe('Same');
  });

  it('say what was found, and which rows are to be compared again', () => {
    const comparisons = { 'not-compared': 0, new: 5, changed: 1, same: 2, refused: 0 };
    expect(comparedSummary({ comparisons })).toBe(
      'Compared with the service: 5 new, 1 changed and 2 the same.',
    );
    expect(comparedSummary({ comparisons: { ...comparisons, refused: 1, 'not-compared': 2 } })).toBe(
      'Compared with the service: 5 new, 1 changed, 2 the same and 1 without an answer. 2 ready rows are not compared: edited or made ready since.',
    );
  });
});
