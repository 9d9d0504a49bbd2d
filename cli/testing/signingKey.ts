import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';

/** Writes a new Ed25519 private key in PEM. */
export async function writeSigningKey(file: string): Promise<void> {
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
}
