import { describe, expect, it } from 'vitest';
import { nameOfPin, readConfirmed } from './schemeStore.ts';

const pin = { path: [], leaf: [], origin: 'inferred', samples: 1, pinnedAt: 5 } as const;
const leaf = { hash: 'sha-256', digest: 'plain', preimage: 'key' } as const;

describe('nameOfPin', () => {
  it('changes for a new pin and for a leaf rule found later, but not for a removed rule', () => {
    expect(nameOfPin({ ...pin, pinnedAt: 6 })).not.toBe(nameOfPin(pin));
    expect(nameOfPin({ ...pin, leaf: [leaf] })).not.toBe(nameOfPin(pin));
    expect(nameOfPin({ ...pin, leaf: [leaf, leaf] })).toBe(nameOfPin({ ...pin, leaf: [leaf] }));
  });
});

describe('readConfirmed', () => {
  it.each([null, undefined, 7, {}, { confirmed: 1 }, { confirmed: null }])(
    'reads %j as nothing',
    (stored) => {
      expect(readConfirmed(stored)).toEqual({});
    },
  );

  it('keeps only strings', () => {
    expect(readConfirmed({ confirmed: { a: '5 with leaf', b: 7 } })).toEqual({ a: '5 with leaf' });
  });
});
