import { describe, expect, it } from 'vitest';
import { hasOpenBoundary } from './boundary.ts';
import { findPreimage } from './registry.ts';

function isOpen(preimage: string, key: string, value: string, version: number, keyIsKnown: boolean): boolean {
  const entry = findPreimage(preimage);
  if (entry === null) throw new Error(`no rule ${preimage}`);
  return hasOpenBoundary({ key, value, version }, entry, keyIsKnown);
}

describe('hasOpenBoundary', () => {
  it.each<[string, string, string, number, boolean]>([
    ['concat:key,value', 'ab', 'c', 1, false],
    ['concat:key,value,version', 'ab', 'c1', 2, true],
    ['concat:key,value,version', 'ab', 'c', 12, true],
    ['join-colon:key,value', 'a:b', 'c', 1, false],
    ['join-colon:key,value,version', 'a', 'b:c', 1, false],
    ['join-colon:version,value,key', 'a', 'b:c', 1, false],
    ['concat:version,value,key', 'ab', '1c', 2, true],
    ['concat:key,version,value', 'a1b', 'c', 2, false],
    ['concat:value,key,version', '0', '1', 2, true],
  ])('is so for %s of %s, %s, %i (key known: %s)', (...args) => expect(isOpen(...args)).toBe(true));

  it.each<[string, string, string, number, boolean]>([
    ['json:key,value,version', 'a', 'b1', 12, false],
    ['key', 'ab', 'c', 1, false],
    ['json-array:key,value', 'ab', 'c', 1, false],
    ['length-u32be:key,value,version', 'ab', 'c1', 12, false],
    ['concat:hash-key,hash-value', 'ab', 'c', 1, false],
    ['concat:value,key', 'ab', 'c', 1, true],
    ['concat:version,value,key', 'ab', 'c', 2, true],
    ['concat:value,key,version', 'k', 'v', 2, true],
    ['join-colon:value,version,key', 'a:b', 'c:d', 2, true],
    ['concat:key,value', 'ab', 'c', 1, true],
    ['concat:key,value,version', 'ab', 'c', 1, true],
    ['join-colon:key,value,version', 'a', 'b1', 12, false],
    ['join-colon:key,value,version', 'a:b', 'c:1', 12, true],
  ])('is not for %s of %s, %s, %i (key known: %s)', (...args) => expect(isOpen(...args)).toBe(false));
});
