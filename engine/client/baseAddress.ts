import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import { isLoopbackName } from './loopback.ts';

/** The address of a service ({base_url}, interface section 1) in its one normal form. */
export interface BaseAddress {
  readonly protocol: 'http:' | 'https:';
  /** Without brackets for IPv6, as node:http needs it. */
  readonly hostname: string;
  /** Empty for the scheme's default port. */
  readonly port: string;
  /** Empty, or starts with `/` and does not end with it. */
  readonly pathPrefix: string;
  /** Scheme, host, and port: an API key is bound to this. */
  readonly origin: string;
  /** The whole address without a trailing slash; safe to show because it cannot contain credentials. */
  readonly text: string;
}

/**
 * Parses a base address as typed. The API key is sent wherever this points, so anything that could make the
 * real destination differ from what a person reads is refused with `invalid_input` on `baseUrl`.
 */
export function parseBaseAddress(typed: string): Result<BaseAddress> {
  const text = typed.trim();
  // WHATWG URL silently drops or rewrites these, so the parsed address would differ from the typed one.
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(text)) {
    return refuse('The address cannot contain spaces, backslashes, or invisible characters.');
  }
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (!text.includes('://') && scheme !== 'javascript' && scheme !== 'data') {
    return refuse('The address must start with https://, for example https://memory.example.com.');
  }
  if (scheme !== 'http' && scheme !== 'https') {
    return refuse(
      `The address must start with https://. ${scheme === undefined ? 'This address' : `${scheme}:`} is not accepted.`,
    );
  }
  if (!/^https?:\/\/[^/]/i.test(text)) return refuse('Enter a host name after https://.');
  if (text.includes('#')) return refuse('The address cannot have a fragment (#...). Remove that part.');
  if (text.includes('?')) return refuse('The address cannot have a query (?...). Remove that part.');

  const authority = text.slice(text.indexOf('://') + 3).split('/')[0] ?? '';
  if (authority.includes('@')) {
    return refuse(
      'The address cannot contain a user name or password before an @. Enter the API key in its own field.',
    );
  }
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return refuse('Not a valid address. Example: https://memory.example.com.');
  }
  if (url.port === '0') return refuse('Port 0 cannot be used.');
  if (url.protocol === 'http:' && !isLoopbackName(url.hostname)) {
    return refuse(
      'Use https://. Over http://, the API key would be sent unencrypted, so http:// is accepted only for this computer (localhost, 127.0.0.1, [::1]).',
    );
  }
  const pathPrefix = url.pathname.replace(/\/+$/, '');
  return succeed({
    protocol: url.protocol === 'http:' ? 'http:' : 'https:',
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port,
    pathPrefix,
    origin: url.origin,
    text: url.origin + pathPrefix,
  });
}

/** Whether an address is on this computer. */
export function isLoopback({ hostname }: BaseAddress): boolean {
  return isLoopbackName(hostname);
}

function refuse(message: string): Result<never> {
  return refuseInput('baseUrl', message);
}

/** null if the address is not valid. */
export function originOf(baseUrl: string): string | null {
  const address = parseBaseAddress(baseUrl);
  return address.ok ? address.value.origin : null;
}
