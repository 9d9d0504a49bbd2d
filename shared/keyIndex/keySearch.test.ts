import { describe, expect, it } from 'vitest';
import type { FilterMode } from '../domain/catalogueQuery.ts';
import { createSharing } from './keyOrder.ts';
import { createKeySearch, type KeySearch } from './keySearch.ts';
import { forEachBit } from './numberSet.ts';

function searching(keys: readonly string[]) {
  return createKeySearch(keys, createSharing(keys, new Uint8Array()));
}

function found(search: KeySearch, text: string, mode: FilterMode = 'contains'): readonly number[] {
  const numbers: number[] = [];
  forEachBit(search.find(text, mode, '.').bits, (number) => numbers.push(number));
  return numbers;
}

describe('a search', () => {
  it('finds what it should among more different characters than have a class of their own', () => {
    const keys = Array.from({ length: 600 }, (_, at) =>
      String.fromCharCode(0x4e00 + at, 0x4e00 + ((at * 7) % 600), 0x61 + (at % 26)),
    );
    const search = searching(keys);
    for (const pause of search.improve()) expect(pause).toBeUndefined();
    for (const key of keys) {
      for (const part of [key, key.slice(0, 1), key.slice(1), key.slice(0, 2)]) {
        const expected = keys.flatMap((other, at) => (other.includes(part) ? at : []));
        expect(found(search, part)).toEqual(expected);
      }
    }
  });

  it('finds what was added after and during the making of its lists', () => {
    const keys = Array.from({ length: 9_000 }, (_, at) => `key.${String(at)}`);
    const search = searching(keys);
    expect(search.wantsImproving()).toBe(true);
    const steps = search.improve();
    steps.next();
    expect(search.wantsImproving()).toBe(false);
    keys.push('key.during');
    for (const pause of steps) expect(pause).toBeUndefined();
    keys.push('key.after');
    expect(found(search, 'key.d')).toEqual([9_000]);
    expect(found(search, 'R')).toEqual([9_000, 9_001]);
    expect(found(search, 'key.', 'prefix')).toHaveLength(9_002);
    expect(search.wantsImproving()).toBe(false);
  });

  it.each([
    ['**a**a**a**a**a**a**b', false],
    ['a**', true],
    ['?'.repeat(200) + '*', true],
    ['*?', true],
  ])('is not held up by the pattern %.20s on a long key', (pattern, matches) => {
    const search = searching(['a'.repeat(20_000)]);
    expect(found(search, pattern, 'glob')).toEqual(matches ? [0] : []);
  });
});
