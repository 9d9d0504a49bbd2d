import fc from 'fast-check';

const surrogates = { first: 0xd800, count: 0x800 };

/**
 * Any code point but half a surrogate pair: the characters of `fc.string({ unit: 'binary' })`, which lists a million of them
 * in every process before it makes its first text.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(0x10ffff - surrogates.count).map(
  (at) => String.fromCodePoint(at < surrogates.first ? at : at + surrogates.count),
  (text) => {
    const at = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (at === undefined || text !== String.fromCodePoint(at) || /\p{Surrogate}/u.test(text))
      throw new Error('Not one character.');
    return at < surrogates.first ? at : at - surrogates.count;
  },
);
