import { createPrivateKey, X509Certificate } from 'node:crypto';
import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import type { Log } from '../log/log.ts';

export interface CertificateFiles {
  /** PEM; the certificate of the service first, then those between it and the authority. */
  readonly cert: Buffer;
  /** PEM, without a passphrase. */
  readonly key: Buffer;
}

/** The certificate of the service, which follows its files. */
export interface Certificate {
  readonly files: CertificateFiles;
  /** Whether it was issued for this host: a name, or an IP address, with or without brackets. */
  covers(host: string): boolean;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  onChange(listener: (files: CertificateFiles) => void): void;
  /** Reads the files again. Files that cannot be used are logged, and change nothing. */
  reload(): Promise<void>;
  close(): void;
}

export interface CertificatePaths {
  readonly cert: string;
  readonly key: string;
}

/** Time between two looks at the files. Watching them instead would miss what a link to another folder replaces. */
const lookEveryMs = 2_000;

/** @throws Error, with a message for people, if the files cannot be used */
export async function openCertificate(paths: CertificatePaths, log: Log): Promise<Certificate> {
  let current = await read(paths);
  const listeners: ((files: CertificateFiles) => void)[] = [];
  let reloading = Promise.resolve();

  async function replace(): Promise<void> {
    try {
      const next = await read(paths);
      if (next.files.cert.equals(current.files.cert) && next.files.key.equals(current.files.key)) return;
      current = next;
      for (const listener of listeners) listener(next.files);
      const until = new Date(next.expiresAt).toISOString();
      log(`The service uses the new certificate, which is valid until ${until}.`);
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      log(`The service keeps the earlier certificate. ${cause}`, { level: 'error' });
    }
  }

  function reload(): Promise<void> {
    reloading = reloading.then(replace);
    return reloading;
  }

  const looked = () => void reload();
  const watched = [paths.cert, paths.key];
  for (const path of watched) {
    watchFile(path, { interval: lookEveryMs, persistent: false }, looked);
  }

  return {
    get files() {
      return current.files;
    },
    get expiresAt() {
      return current.expiresAt;
    },
    covers(host) {
      const name = host.replace(/^\[(.*)\]$/, '$1');
      const found = isIP(name) === 0 ? current.x509.checkHost(name) : current.x509.checkIP(name);
      return found !== undefined;
    },
    onChange: (listener) => void listeners.push(listener),
    reload,
    close() {
      for (const path of watched) unwatchFile(path, looked);
    },
  };
}

async function read(paths: CertificatePaths) {
  const [cert, key] = await Promise.all([contents(paths.cert), contents(paths.key)]);
  const files: CertificateFiles = { cert, key };
  let x509: X509Certificate;
  try {
    x509 = new X509Certificate(cert);
  } catch {
    throw new Error(`${paths.cert} is not a certificate in PEM.`);
  }
  try {
    createPrivateKey(key);
  } catch {
    throw new Error(`${paths.key} is not a private key in PEM without a passphrase.`);
  }
  try {
    createSecureContext(files);
  } catch {
    throw new Error(`The key in ${paths.key} does not belong to the certificate in ${paths.cert}.`);
  }
  return { files, x509, expiresAt: Date.parse(x509.validTo) };
}

async function contents(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new Error(`${path} could not be read: ${cause}`, { cause: error });
  }
}
