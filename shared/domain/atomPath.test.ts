import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atomPath, isSendableText } from './atomPath.ts';
import { anyCharacter } from '../text/testing/anyCharacter.ts';

describe('atomPath', () => {
  it.each([
    ['v1.user.Glen', '/atoms/v1.user.Glen'],
    ['a/b', '/atoms/a%2Fb'],
    ['.', '/atoms/%2E'],
    ['..', '/atoms/%2E%2E'],
    ['...', '/atoms/...'],
    ['../secret', '/atoms/..%2Fsecret'],
    ['%2e%2e', '/atoms/%252e%252e'],
    ['a%2Fb', '/atoms/a%252Fb'],
    ['a?b', '/atoms/a%3Fb'],
    ['a#b', '/atoms/a%23b'],
    ['a\\b', '/atoms/a%5Cb'],
    ['a\nb', '/atoms/a%0Ab'],
    ['a\0b', '/atoms/a%00b'],
    [' a ', '/atoms/%20a%20'],
    ['caf\u00e9', '/atoms/caf%C3%A9'],
    ['cafe\u0301', '/atoms/cafe%CC%81'],
    ['__proto__', '/atoms/__proto__'],
    ['\u{1f600}', '/atoms/%F0%9F%98%80'],
    ['\u202e', '/atoms/%E2%80%AE'],
  ])('sends %j as exactly one segment', (key, path) => {
    expect(atomPath(key)).toEqual({ ok: true, value: path });
  });

  it.each(['\ud800', 'a\udc00b', ''])('refuses %j', (key) => {
    expect(atomPath(key)).toMatchObject({ ok: false, error: { code: 'invalid_input', field: 'key' } });
  });

  it('keeps any two keys apart, in ASCII, with no separator of its own', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 1 }), (key) => {
        const path = atomPath(key);
        if (!path.ok) return !isSendableText(key);
        const segment = path.value.slice('/atoms/'.length);
        return (
          /^[\x21-\x7e]+$/.test(segment) && !/[/?#\\]/.test(segment) && decodeURIComponent(segment) === key
        );
      }),
    );
  });
});
