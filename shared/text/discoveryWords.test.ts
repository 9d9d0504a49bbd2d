import { describe, expect, it } from 'vitest';
import { discoveryEndWords, setAsideWords } from './discoveryWords.ts';

const coverage = { knownLeaves: 290, treeSize: '1000' };

describe('what was moved aside', () => {
  it.each([
    [0, ''],
    [1, '1 query or key failed and was skipped. It will not be requested again.'],
    [12, '12 queries or keys failed and were skipped. They will not be requested again.'],
  ])('%i', (count, words) => {
    expect(setAsideWords(count)).toBe(words);
  });
});

describe('why a discovery stopped', () => {
  it('says complete only where every leaf has a known atom', () => {
    expect(discoveryEndWords({ kind: 'complete' }, { coverage })).toEqual({
      title: 'Complete',
      words: 'Every leaf of the tree has a known atom.',
    });
  });

  it('does not count leaves that are proven to be empty as unknown', () => {
    const padded = { knownLeaves: 290, treeSize: '512', emptyLeaves: 212 };
    expect(discoveryEndWords({ kind: 'budget' }, { coverage: padded }).words).toContain(
      'Known 290 of 300 leaves (96%); 10 leaves are unknown.',
    );
    expect(discoveryEndWords({ kind: 'complete' }, { coverage: padded }).words).toBe(
      'Every leaf of the tree has a known atom or is proven to be empty.',
    );
  });

  it('calls leaves of earlier versions an assumption', () => {
    const { title, words } = discoveryEndWords({ kind: 'explained', leaves: '12' }, { coverage });
    expect(title).toContain('if each version has its own leaf');
    expect(words).toContain('12 leaves are unknown');
    expect(words).toContain('an assumption that fits, not a proof');
  });

  it.each([
    [{ kind: 'budget' }, 'There is more to search.'],
    [{ kind: 'nothing-new', requests: 60 }, 'The last 60 requests found nothing new.'],
    [{ kind: 'nothing-left' }, 'Every word in the known keys was searched for.'],
  ] as const)('says how many leaves are unknown: %j', (end, why) => {
    const { words } = discoveryEndWords(end, { coverage });
    expect(words).toContain(why);
    expect(words).toContain('Known 290 of 1,000 leaves (29%); 710 leaves are unknown.');
  });
});
