import { describe, expect, it } from 'vitest';
import { checkRow } from './checkRow.ts';

describe('checkRow', () => {
  it.each(['v1.a', 'a', 'two words', 'käse', 'ключ', '😀', '👩‍💻', 'v1.über.x'])(
    'finds no problem in %j',
    (key) => {
      expect(checkRow(key, 'any\0value \u202e')).toEqual([]);
    },
  );

  it.each([
    ['a blank at the beginning', ' a'],
    ['a blank at the end', 'a '],
    ['a line end', 'a\nb'],
    ['a tab', 'a\tb'],
    ['a no-break space', 'a\u00a0b'],
    ['a zero width space', 'a\u200bb'],
    ['an override', 'a\u202eb'],
    ['a byte order mark', '\ufeffa'],
    ['a letter that looks like another', 'v1.p\u0430y'],
  ])('finds a key odd with %s', (_, key) => {
    expect(checkRow(key, 'x')).toEqual(['odd-key']);
  });

  it('finds half of a surrogate pair', () => {
    expect(checkRow('a', 'x\ud83d')).toEqual(['lone-surrogate']);
    expect(checkRow('a\ude00', 'x')).toEqual(['lone-surrogate', 'odd-key']);
    expect(checkRow('a', '😀')).toEqual([]);
  });

  it('finds a value that is meant to be JSON and is not valid', () => {
    expect(checkRow('a', '{"a": 1, "b": [1,2,}')).toEqual(['broken-json']);
    expect(checkRow('a', '{"a": 1, "b": [1,2]}')).toEqual([]);
    expect(checkRow('a', '{{name}} is no JSON')).toEqual([]);
  });
});
