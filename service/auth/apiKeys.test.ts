import { describe, expect, it } from 'vitest';
import { createAuthenticator, isBearerToken, knownKey, makeApiKey } from './apiKeys.ts';

describe('API keys', () => {
  const full = makeApiKey('full');
  const read = makeApiKey('read');
  const authenticator = createAuthenticator([knownKey(full, 'full'), knownKey(read, 'read', 'reader')]);

  it('are long, unique, and can be sent as bearer tokens', () => {
    expect(makeApiKey('full')).not.toBe(full);
    expect(full).toMatch(/^atom_full_[\w-]{43}$/);
    expect(isBearerToken(full)).toBe(true);
    expect(isBearerToken('two words')).toBe(false);
  });

  it('are recognized with their scope', () => {
    expect(authenticator.identify(`Bearer ${full}`)).toMatchObject({ scope: 'full' });
    expect(authenticator.identify(`bearer  ${read} `)).toMatchObject({ scope: 'read', id: 'reader' });
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    full,
    `Basic ${full}`,
    `Bearer ${full} ${full}`,
    `Bearer ${full.slice(0, -1)}`,
    `Bearer ${full.toUpperCase()}`,
  ])('are not recognized in %j', (header) => {
    expect(authenticator.identify(header)).toBeNull();
  });

  it('are kept as a hash', () => {
    const record = knownKey(full, 'full');
    expect(JSON.stringify(record)).not.toContain(full.slice(10));
    expect(record.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(record.hash.startsWith(record.id)).toBe(true);
  });
});
