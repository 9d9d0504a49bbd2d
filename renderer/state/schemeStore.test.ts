import { describe, expect, it } from 'vitest';
import { nameOfPin, useSchemeStore } from './schemeStore.ts';

const pin = { path: [], leaf: [], origin: 'inferred', samples: 1, pinnedAt: 5 } as const;
const leaf = { hash: 'sha-256', digest: 'plain', preimage: 'key' } as const;

describe('nameOfPin', () => {
  it('changes for a new pin and for a leaf rule found later, but not for a removed rule', () => {
    expect(nameOfPin({ ...pin, pinnedAt: 6 })).not.toBe(nameOfPin(pin));
    expect(nameOfPin({ ...pin, leaf: [leaf] })).not.toBe(nameOfPin(pin));
    expect(nameOfPin({ ...pin, leaf: [leaf, leaf] })).toBe(nameOfPin({ ...pin, leaf: [leaf] }));
  });
});

describe('the saved reviews', () => {
  it.each([null, undefined, 7, {}, { confirmed: 1 }, { confirmed: null }])(
    'reads %j as nothing',
    (stored) => {
      expect(useSchemeStore.read(stored)).toEqual({ confirmed: {} });
    },
  );

  it('keeps only strings', () => {
    expect(useSchemeStore.read({ confirmed: { a: '5 with leaf', b: 7 } })).toEqual({
      confirmed: { a: '5 with leaf' },
    });
  });
});
