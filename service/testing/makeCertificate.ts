import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A new self-signed certificate for these names, by OpenSSL, in a folder. */
export async function makeCertificate(folder: string, names: string) {
  await mkdir(folder, { recursive: true });
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  await promisify(execFile)('openssl', [
    ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=test'.split(' '),
    '-addext',
    `subjectAltName=${names}`,
    '-keyout',
    key,
    '-out',
    cert,
  ]);
  return { cert, key, pem: await readFile(cert, 'utf8') };
}
