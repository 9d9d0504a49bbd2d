import type { AppLink, GivenLink } from '#shared/domain/appLink.ts';
import { hiddenInLink, linkScheme, longestInLink, longestLink } from '#shared/appLink/atomLink.ts';

const taken = { connect: ['url', 'name'], atom: ['url', 'key'] } as const;
const secretName = /key|token|secret|auth|password|credential/i;

/**
 * Reads `atom-explorer://connect?url=…&name=…` and `atom-explorer://atom?url=…&key=…`. null if it is anything else: another
 * form, too long, a parameter twice, or hidden characters.
 */
export function readAppLink(text: string): AppLink | null {
  if (text.length > longestLink || !text.startsWith(`${linkScheme}://`)) return null;
  // As https, because the parsing of unknown schemes differs between runtimes.
  const url = urlOf(`https://${text.slice(linkScheme.length + 3)}`);
  if (url === null || url.username !== '' || url.password !== '' || url.port !== '') return null;
  const kind = url.hostname;
  if ((kind !== 'connect' && kind !== 'atom') || url.pathname !== '/' || url.hash !== '') return null;
  const params = [...url.searchParams];
  const names = params.map(([name]) => name);
  if (new Set(names).size !== names.length) return null;
  const known: readonly string[] = taken[kind];
  const value = (name: 'url' | 'name' | 'key'): string | null => {
    const found = url.searchParams.get(name) ?? '';
    return found.length > longestInLink[name] || hiddenInLink.test(found) ? null : found;
  };
  const address = urlOf(value('url') ?? '');
  if (address === null || !/^https?:$/.test(address.protocol)) return null;
  const hadSecret =
    names.some((name) => !known.includes(name) && secretName.test(name)) ||
    `${address.username}${address.password}${address.search}${address.hash}` !== '';
  const common = { address: address.origin + address.pathname.replace(/\/+$/, ''), hadSecret };
  if (kind === 'atom') {
    const key = value('key');
    return key === null || key === '' ? null : { kind, key, ...common };
  }
  const name = value('name');
  return name === null ? null : { kind, name: name.trim(), ...common };
}

/** The same for a link that the system passed to the app; null if there is none. */
export function readGivenLink(text: string | null): GivenLink | null {
  return text === null ? null : (readAppLink(text) ?? { kind: 'unreadable' });
}

function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
