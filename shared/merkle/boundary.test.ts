import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasOpenBoundary, otherCut } from './boundary.ts';
import type { AtomContent } from './preimages.ts';
import { preimages, findPreimage } from './registry.ts';

function isOpen(preimage: string, key: string, value: string, version: number): boolean {
  const entry = findPreimage(preimage);
  if (entry === null) throw new Error(`no rule ${preimage}`);
  return hasOpenBoundary({ key, value, version }, entry);
}

describe('hasOpenBoundary', () => {
  it.each<[string, string, string, number]>([
    ['concat:key,value', 'user.name', 'bob', 1],
    ['concat:value,key', 'ab', 'c', 1],
    ['concat:key,value,version', 'ab', 'c', 1],
    ['concat:version,key,value', 'ab', 'c', 2],
    ['concat:key,version,value', 'a', 'c', 12],
    ['concat:key,version,value', 'a1b', 'c', 2],
    ['concat:key,version,value', 'a-', 'c', 2],
    ['join-colon:key,value', 'a', 'b:c', 1],
    ['join-colon:key,value', 'a:b', 'c', 1],
    ['join-colon:key,value,version', 'a', 'b:1', 12],
    ['join-colon:version,value,key', 'a:b', 'c', 1],
    ['join-colon:key,version,value', 'a', '7:b', 1],
    ['join-colon:key,version,value', 'a', '-7:b', 1],
  ])('is so for %s of %s, %s, %i', (...args) => expect(isOpen(...args)).toBe(true));

  it.each<[string, string, string, number]>([
    ['json:key,value,version', 'a', 'b1', 12],
    ['key', 'ab', 'c', 1],
    ['json-array:key,value', 'ab', 'c', 1],
    ['length-u32be:key,value,version', 'ab', 'c1', 12],
    ['concat:hash-key,hash-value', 'ab', 'c', 1],
    ['concat:key,version,value', 'ab', 'c', 2],
    ['join-colon:key,value', 'user.name', 'bob', 1],
    ['join-colon:key,value,version', 'a', 'b1', 12],
    ['join-colon:version,key,value', '7', '8', 12],
    ['join-colon:key,version,value', 'a:b', 'c:d', 12],
    ['join-colon:key,version,value', 'a', '07:-0:1e3:9007199254740993:b', 1],
  ])('is not for %s of %s, %s, %i', (...args) => expect(isOpen(...args)).toBe(false));

  it('is so exactly if another atom has the same text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ':', '1', '0', '-', '\u{1f600}'), maxLength: 4 });
    const atom = fc.record({ key: text, value: text, version: fc.constantFrom(0, 1, -1, 10, 101) });
    const joining = preimages.filter(({ separator }) => separator === '' || separator === ':');
    fc.assert(
      fc.property(fc.constantFrom(...joining), atom, (entry, own) => {
        const textOf = (each: AtomContent): string =>
          entry.binds.map((field) => each[field]).join(entry.separator ?? '');
        const all = [...textOf(own)];
        const parts = all.flatMap((_, from) =>
          all.map((_each, count) => all.slice(from, from + count + 1).join('')),
        );
        const texts = [...new Set(['', ...parts])];
        const versions = entry.binds.includes('version')
          ? texts.filter((each) => /^-?\d+$/.test(each)).map(Number)
          : [own.version];
        const others = texts.flatMap((key) =>
          texts.flatMap((value) => versions.map((version) => ({ key, value, version }))),
        );
        const isOther = (each: AtomContent): boolean =>
          each.key !== own.key || each.value !== own.value || each.version !== own.version;
        const hasOther = others.some((each) => isOther(each) && textOf(each) === textOf(own));
        // An empty key and value can be joined in one way only, but what is true of all other texts is said of them, too.
        const isNothing = own.key === '' && own.value === '' && entry.separator === '';
        expect(hasOpenBoundary(own, entry)).toBe(hasOther || (isNothing && entry.binds[1] !== 'version'));
      }),
      { numRuns: 300 },
    );
  });
});

describe('otherCut', () => {
  const cutOf = (preimage: string, key: string, value: string) => {
    const entry = findPreimage(preimage);
    if (entry === null) throw new Error(`no rule ${preimage}`);
    return otherCut({ key, value, version: 1 }, entry);
  };

  it.each<[string, string, string, string, string]>([
    ['join-colon:key,value', 'v1.user.home', 'https://example.com', 'v1.user.home:https', '//example.com'],
    ['join-colon:key,value', 'a:b', 'c', 'a', 'b:c'],
    ['concat:key,value', 'user.name', 'bob', 'user.nam', 'ebob'],
    ['concat:key,value', 'ab😀', 'c', 'ab', '😀c'],
  ])('names another atom with the same text by %s: %s, %s', (preimage, key, value, otherKey, otherValue) =>
    expect(cutOf(preimage, key, value)).toMatchObject({ key: otherKey, value: otherValue }),
  );

  it('names none for long texts, for other fields, or where there is none', () => {
    expect(cutOf('concat:key,value', 'k', 'v'.repeat(200))).toBeNull();
    expect(cutOf('concat:key,value,version', 'ab', 'c')).toBeNull();
    expect(cutOf('concat:key,value', 'k', 'v')).toBeNull();
    expect(cutOf('join-colon:key,value', 'a', 'b')).toBeNull();
  });
});
