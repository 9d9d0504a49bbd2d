import { describe, expect, it } from 'vitest';
import { filterKeys, matchesFrom, substringPattern } from './keyFilter.ts';

function search(text: string): RegExp {
  const pattern = substringPattern(text);
  if (pattern === null) throw new Error('expected a pattern');
  return pattern;
}

describe('filterKeys', () => {
  const keys = ['v1.user.Glen', 'v1.user.glenn', 'v1.fact.x'];

  it('finds a text anywhere, case aside, across segments', () => {
    expect(filterKeys(keys, search('R.GLEN'))).toEqual(['v1.user.Glen', 'v1.user.glenn']);
  });

  it('takes every character literally', () => {
    expect(filterKeys(['a.b', 'aXb', 'a(b', 'a\\b', 'a-b', 'a/b'], search('a.b'))).toEqual(['a.b']);
    for (const text of ['(', '\\', '[', '*', '-', '/', '^$', '{1}', '|', '\ud800']) {
      expect(filterKeys([`x${text}y`, 'none'], search(text))).toEqual([`x${text}y`]);
    }
  });

  it('keeps all keys where nothing is asked for', () => {
    expect(filterKeys(keys, substringPattern(''))).toBe(keys);
  });
});

describe('matchesFrom', () => {
  it('counts from the part that is shown and cuts what reaches out of it', () => {
    expect(matchesFrom('v1.user.glen', 3, 7, search('1.us'))).toEqual([{ start: 0, end: 2 }]);
    expect(matchesFrom('v1.user.glen', 8, 12, search('e'))).toEqual([{ start: 2, end: 3 }]);
    expect(matchesFrom('v1.user.glen', 8, 12, search('user'))).toEqual([]);
  });
});
