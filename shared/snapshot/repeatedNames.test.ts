import { expect, it } from 'vitest';
import type { Json } from '../domain/json.ts';
import { hasRepeatedNames } from './repeatedNames.ts';

const found = (text: string): boolean => hasRepeatedNames(text, JSON.parse(text) as Json);

it.each([
  '{"a":1,"a":1}',
  String.raw`{"a":1,"\u0061":2}`,
  '[{"x":[{"b":{},"c":[],"b":0}]}]',
  '{"__proto__":1,"__proto__":2}',
  String.raw`{"a\"":1,"b":":","a\"":2}`,
])('finds a name that is there twice: %s', (text) => {
  expect(found(text)).toBe(true);
});

it.each([
  '1',
  '":"',
  '{"a":{"a":{"a":":,{"}}}',
  '[{"a":1},{"a":1}]',
  '{"__proto__":1,"constructor":2}',
  String.raw`{"\\":1,"\"":2,"\\\"":"\\","":{" : ":[":"]}}`,
])('finds none in %s', (text) => {
  expect(found(text)).toBe(false);
});

it('reads what is nested deeply', () => {
  expect(found(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toBe(false);
});
