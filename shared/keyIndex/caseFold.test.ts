import { describe, expect, it } from 'vitest';
import { foldCase } from './caseFold.ts';

const characters = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
const cased = characters.filter(
  (character) => character.toLowerCase() !== character || character.toUpperCase() !== character,
);

describe('foldCase', () => {
  it('keeps the length of every character', () => {
    expect(characters.filter((character) => foldCase(character).length !== character.length)).toEqual([]);
  });

  it('joins just those letters that a regular expression joins', () => {
    const all = cased.join('');
    const byFolded = new Map<string, Set<string>>();
    for (const letter of cased) {
      const folded = foldCase(letter);
      byFolded.set(folded, (byFolded.get(folded) ?? new Set()).add(letter));
    }
    for (const letter of cased) {
      expect(new Set(all.match(new RegExp(letter, 'giu')))).toEqual(byFolded.get(foldCase(letter)));
    }
  });

  it.each([
    ['STRASSE ẞ', 'strasse ß'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
    ['İı', 'İı'],
    ['\ud800A\udc00', '\ud800a\udc00'],
    ['𐐀', '𐐨'],
  ])('turns %s into %s', (text, folded) => {
    expect(foldCase(text)).toBe(folded);
  });
});
