import { describe, expect, it } from 'vitest';
import { atomLink } from '#shared/appLink/atomLink.ts';
import { readAppLink, readGivenLink } from './readAppLink.ts';

const encoded = encodeURIComponent;
const service = 'https://memory.example/atoms';

describe('a link into the app', () => {
  it('fills in the form of a connection', () => {
    expect(readAppLink(`atom-explorer://connect?url=${encoded(`${service}/`)}&name=prod%20eu`)).toEqual({
      kind: 'connect',
      address: service,
      name: 'prod eu',
      hadSecret: false,
    });
    expect(readAppLink(`atom-explorer://connect/?url=${encoded(service)}`)).toMatchObject({ name: '' });
  });

  it('is made by the command for every key that it can carry', () => {
    const key = 'v1.user.a&b=c d#é👩';
    expect(readAppLink(atomLink(service, key) ?? '')).toEqual({
      kind: 'atom',
      address: service,
      key,
      hadSecret: false,
    });
    for (const other of ['', 'a\u0000b', 'a\u202Eb', 'k'.repeat(4_001), '\uD800', '👩'.repeat(1_500)])
      expect(atomLink(service, other)).toBeNull();
  });

  it('may not have been given', () => {
    expect(readGivenLink(null)).toBeNull();
  });

  it('names an atom of a service', () => {
    const key = 'v1.user.a&b=c';
    expect(readAppLink(`atom-explorer://atom?url=${encoded(service)}&key=${encoded(key)}`)).toEqual({
      kind: 'atom',
      address: service,
      key,
      hadSecret: false,
    });
  });

  it.each([
    ['a parameter for a key', `&apiKey=sk-secret`],
    ['a key of another spelling', `&api_key=sk-secret`],
    ['a token', `&Token=sk-secret`],
  ])('drops %s, and says so', (_what, more) => {
    const link = readAppLink(`atom-explorer://connect?url=${encoded(service)}${more}`);
    expect(link).toMatchObject({ address: service, hadSecret: true });
    expect(JSON.stringify(link)).not.toContain('sk-secret');
  });

  it.each(['https://ada:sk-secret@memory.example/atoms', `${service}?key=sk-secret`, `${service}#sk-secret`])(
    'drops what an address may hide: %s',
    (address) => {
      const link = readAppLink(`atom-explorer://connect?url=${encoded(address)}`);
      expect(link).toMatchObject({ address: service, hadSecret: true });
      expect(JSON.stringify(link)).not.toContain('sk-secret');
    },
  );

  it.each([
    ['of another scheme', `https://connect?url=${encoded(service)}`],
    ['without slashes', `atom-explorer:connect?url=${encoded(service)}`],
    ['to something else', `atom-explorer://store?url=${encoded(service)}`],
    ['with a path', `atom-explorer://connect/now?url=${encoded(service)}`],
    ['with a fragment', `atom-explorer://connect?url=${encoded(service)}#x`],
    ['with a user name', `atom-explorer://ada@connect?url=${encoded(service)}`],
    ['with a parameter twice', `atom-explorer://connect?url=${encoded(service)}&url=https://other.example`],
    ['without an address', 'atom-explorer://connect?name=n'],
    ['with a file as its address', 'atom-explorer://connect?url=file:///etc/passwd'],
    ['with a script as its address', 'atom-explorer://connect?url=javascript:alert(1)'],
    ['with a name that has hidden characters', `atom-explorer://connect?url=${encoded(service)}&name=a%00b`],
    [
      'with a name that changes its direction',
      `atom-explorer://connect?url=${encoded(service)}&name=a%E2%80%AEb`,
    ],
    [
      'with a name that is too long',
      `atom-explorer://connect?url=${encoded(service)}&name=${'n'.repeat(101)}`,
    ],
    ['to an atom without a key', `atom-explorer://atom?url=${encoded(service)}`],
    ['that is too long', `atom-explorer://connect?url=${encoded(service)}&x=${'x'.repeat(9_000)}`],
  ])('is not opened if it is one %s', (_what, text) => {
    expect(readAppLink(text)).toBeNull();
    expect(readGivenLink(text)).toEqual({ kind: 'unreadable' });
  });
});
