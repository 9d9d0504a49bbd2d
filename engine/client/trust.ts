import { readFileSync } from 'node:fs';
import tls from 'node:tls';

/** The authorities that a TLS connection trusts; null for those of the runtime. */
export type TrustedAuthorities = () => readonly string[] | null;

/** In Node 22.15 and later, which includes the official Electron. */
interface TlsWithSystemStore {
  readonly getCACertificates?: (type: 'default' | 'system') => string[];
}

/**
 * The certificate authorities of the runtime, those that the operating system trusts if the runtime can list
 * them, and those in the file that NODE_EXTRA_CA_CERTS names (a packaged app does not read that variable by
 * itself).
 */
export function systemAuthorities(
  environment: { readonly [name: string]: string | undefined },
  log: (message: string, error: unknown) => void,
  source: TlsWithSystemStore = tls as TlsWithSystemStore,
): TrustedAuthorities {
  return () => {
    const file = environment['NODE_EXTRA_CA_CERTS'] ?? '';
    const extra = file === '' ? [] : readCertificates(file, log);
    const { getCACertificates } = source;
    if (getCACertificates === undefined)
      return extra.length === 0 ? null : [...tls.rootCertificates, ...extra];
    return [...new Set([...getCACertificates('default'), ...getCACertificates('system'), ...extra])];
  };
}

/** The certificates in a text in PEM, whatever else is in it. */
export function certificatesIn(text: string): readonly string[] {
  return text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
}

function readCertificates(file: string, log: (message: string, error: unknown) => void): readonly string[] {
  try {
    return certificatesIn(readFileSync(file, 'utf8'));
  } catch (error) {
    log('Could not read the file in NODE_EXTRA_CA_CERTS. Its certificates are not trusted.', error);
    return [];
  }
}
