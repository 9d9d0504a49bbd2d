import { expect, it } from 'vitest';
import { hasLoneSurrogate, loneSurrogateAt } from './surrogates.ts';

it.each([
  ['', -1],
  ['😀😀', -1],
  ['a\uDE00', 1],
  ['😀\uD83D', 2],
  ['\uD83D\uD83D\uDE00', 0],
])('finds half of a pair in %j at %i', (text, at) => {
  expect(loneSurrogateAt(text)).toBe(at);
  expect(hasLoneSurrogate(text)).toBe(at !== -1);
});
