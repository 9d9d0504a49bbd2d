import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { credentialPatterns } from './credentialPatterns.ts';
import { mayBeSensitive } from './mayBeSensitive.ts';
import { findSensitiveContent } from './sensitiveContent.ts';
import { accepted, refusedByEntropy, refusedByPattern } from './testing/sampleValues.ts';
import { anyCharacter } from '../text/testing/anyCharacter.ts';

const secrets = [...refusedByPattern, ...refusedByEntropy].map(([, value]) => value);

describe('mayBeSensitive', () => {
  it('lets no secret go by, of any pattern', () => {
    expect(new Set(refusedByPattern.map(([pattern]) => pattern))).toEqual(
      new Set(credentialPatterns.map(({ name }) => name)),
    );
    for (const secret of secrets) expect([secret, mayBeSensitive(secret)]).toEqual([secret, true]);
  });

  it('lets nothing go by that is found, wherever it stands and however it is written', () => {
    const bits = secrets.flatMap((secret) => [secret, secret.toLowerCase(), secret.toUpperCase()]);
    const piece = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 40 }),
      fc.constantFrom(...bits, ...accepted.map(([, value]) => value)),
      fc
        .tuple(fc.constantFrom(...bits), fc.nat(60), fc.nat(60))
        .map(([bit, from, length]) => bit.slice(from, from + length)),
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), (pieces) => {
        const value = pieces.join('');
        return mayBeSensitive(value) || findSensitiveContent(value) === null;
      }),
      { numRuns: 1000 },
    );
  });

  it('spares ordinary text the question', () => {
    for (const text of ['', 'water the tomatoes', 'https://example.com/a/b?c=d', '{"port":8080,"on":true}']) {
      expect(mayBeSensitive(text)).toBe(false);
    }
  });
});
