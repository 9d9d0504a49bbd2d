import { describe, expect, it } from 'vitest';
import { bestMatches, matchScore } from './matchText.ts';

describe('the palette', () => {
  const titles = ['Reopen closed tab', 'Close tab', 'Recall', 'Keyboard shortcuts', 'Audit known keys…'];
  const found = (typed: string): readonly string[] => bestMatches(titles, typed, (title) => title);

  it('finds words by their beginnings, in any order', () => {
    expect(found('cl ta')).toEqual(['Close tab', 'Reopen closed tab']);
    expect(found('tab clo')).toEqual(['Close tab', 'Reopen closed tab']);
    expect(found('keys audit')).toEqual(['Audit known keys…']);
  });

  it('finds letters in order only if nothing matches clearly', () => {
    expect(found('rcd')).toEqual(['Reopen closed tab']);
    expect(found('re')).toEqual(['Reopen closed tab', 'Recall']);
    expect(found('zebra')).toEqual([]);
  });

  it('lists everything while nothing is typed', () => {
    expect(found(' ')).toEqual(titles);
  });

  it('prefers the beginning of a segment of a key', () => {
    const keys = ['v1.user.anatheme', 'v1.user.theme', 'theme.all'];
    expect(bestMatches(keys, 'theme', (key) => key)).toEqual([
      'theme.all',
      'v1.user.theme',
      'v1.user.anatheme',
    ]);
    expect(matchScore('v1.user.theme', 'user dark')).toBeNull();
  });
});
