import { describe, expect, it } from 'vitest';
import { discoveryEndWords, setAsideWords } from './discoveryWords.ts';

const coverage = { knownLeaves: 290, treeSize: '1000' };

describe('what was set aside', () => {
  it.each([
    [0, ''],
    [1, 'The service would not answer 1 question or key. It was set aside and will not be asked again.'],
    [
      12,
      'The service would not answer 12 questions and keys. They were set aside and will not be asked again.',
    ],
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

  it('does not count leaves that are proven to be empty as dark', () => {
    const padded = { knownLeaves: 290, treeSize: '512', emptyLeaves: 212 };
    expect(discoveryEndWords({ kind: 'budget' }, { coverage: padded }).words).toContain(
      'Known 290 of 300 leaves (96%); 10 leaves are dark.',
    );
    expect(discoveryEndWords({ kind: 'complete' }, { coverage: padded }).words).toBe(
      'Every leaf of the tree has a known atom or is proven to be empty.',
    );
  });

  it('calls leaves of earlier versions a hypothesis', () => {
    const { title, words } = discoveryEndWords({ kind: 'explained', leaves: '12' }, { coverage });
    expect(title).toContain('if each version has a leaf of its own');
    expect(words).toContain('12 leaves are dark');
    expect(words).toContain('a hypothesis that fits, not a proof');
  });

  it.each([
    [{ kind: 'budget' }, 'There is more to ask.'],
    [{ kind: 'nothing-new', requests: 60 }, 'The last 60 requests found nothing new.'],
    [{ kind: 'nothing-left' }, 'Every word of the known keys was asked for.'],
  ] as const)('says what is dark: %j', (end, why) => {
    const { words } = discoveryEndWords(end, { coverage });
    expect(words).toContain(why);
    expect(words).toContain('Known 290 of 1,000 leaves (29%); 710 leaves are dark.');
  });
});
