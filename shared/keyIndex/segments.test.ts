import { describe, expect, it } from 'vitest';
import { ancestorsOf, compareKeys, isAtOrBelow, segmentsOf } from './segments.ts';

describe('the segments of a key', () => {
  it.each([
    ['a.b.c', '.', ['a', 'b', 'c']],
    ['a..b.', '.', ['a', '', 'b', '']],
    ['.a.b', '.', ['.a', 'b']],
    ['', '.', ['']],
    ['a::b', '::', ['a', 'b']],
    ['a:::b', '::', ['a', ':b']],
    ['::a', '::', ['::a']],
  ])('of %j by %j are %j', (key, delimiter, segments) => {
    expect(segmentsOf(key, delimiter)).toEqual(segments);
  });

  it('put keys in an order in which all that is below a path stays together', () => {
    const sorted = ['', 'a', 'a.b', 'a.b.c', 'a b', 'a!', 'a-b', 'a/b', 'ab', 'b'];
    expect([...sorted].reverse().sort((left, right) => compareKeys(left, right, '.'))).toEqual(sorted);
    const byTwo = ['a', 'a::b', 'a:b', 'ab'];
    expect([...byTwo].reverse().sort((left, right) => compareKeys(left, right, '::'))).toEqual(byTwo);
  });

  it('say what is at or below a path', () => {
    expect(isAtOrBelow('a.b', 'a', '.')).toBe(true);
    expect(isAtOrBelow('a', 'a', '.')).toBe(true);
    expect(isAtOrBelow('a', '', '.')).toBe(true);
    expect(isAtOrBelow('ab', 'a', '.')).toBe(false);
    expect(isAtOrBelow('a-b', 'a', '.')).toBe(false);
    expect(isAtOrBelow('a:::b', 'a', '::')).toBe(true);
    expect(isAtOrBelow('a:::b', 'a:', '::')).toBe(false);
  });

  it('name the paths above', () => {
    expect(ancestorsOf('a.b.c', '.')).toEqual(['', 'a', 'a.b']);
    expect(ancestorsOf('.a', '.')).toEqual(['']);
    expect(ancestorsOf('', '.')).toEqual([]);
  });
});
