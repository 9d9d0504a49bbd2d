import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecordCipher, type Place } from './recordCipher.ts';

const dataKey = randomBytes(32);
const cipher = createRecordCipher('history', dataKey);
const place: Place = ['connection', 'v1.key', 'value', 2, 'id'];

describe('createRecordCipher', () => {
  it('opens what it sealed, also after a restart', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(createRecordCipher('history', dataKey).open(cipher.seal(text, place), place)).toBe(text);
      }),
    );
  });

  it('uses another nonce each time', () => {
    const nonces = new Set(
      Array.from({ length: 1_000 }, () =>
        Buffer.from(cipher.seal('x', place).subarray(1, 13)).toString('hex'),
      ),
    );
    expect(nonces.size).toBe(1_000);
  });

  it.each<[string, Place]>([
    ['another connection', ['other', 'v1.key', 'value', 2, 'id']],
    ['another key', ['connection', 'v1.other', 'value', 2, 'id']],
    ['another version', ['connection', 'v1.key', 'value', 3, 'id']],
    ['another record of the same version', ['connection', 'v1.key', 'value', 2, 'id2']],
    ['another kind of record', ['connection', 'v1.key', 'list', 2, 'id']],
    ['parts cut elsewhere', ['connectionv1', '.key', 'value', 2, 'id']],
  ])('does not open a record moved to the place of %s', (_what, other) => {
    expect(cipher.open(cipher.seal('secret', place), other)).toBeNull();
  });

  it('does not open a record that was changed in any bit or cut', () => {
    const sealed = cipher.seal('secret', place);
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Uint8Array.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(cipher.open(changed, place)).toBeNull();
    }
    for (let length = 0; length < sealed.length; length += 1) {
      expect(cipher.open(sealed.subarray(0, length), place)).toBeNull();
    }
  });

  it('opens nothing with another key, and hides names differently', () => {
    const other = createRecordCipher('history', randomBytes(32));
    expect(other.open(cipher.seal('secret', place), place)).toBeNull();
    expect(other.hiddenName('key', 'a')).not.toBe(cipher.hiddenName('key', 'a'));
    expect(other.keyId).not.toBe(cipher.keyId);
  });

  it('gives equal names only to equal texts of one kind', () => {
    expect(cipher.hiddenName('key', 'a')).toBe(createRecordCipher('history', dataKey).hiddenName('key', 'a'));
    expect(cipher.hiddenName('key', 'a')).not.toBe(cipher.hiddenName('value', 'a'));
    expect(cipher.hiddenName('key', 'a')).not.toBe(cipher.hiddenName('key', 'b'));
  });
});
