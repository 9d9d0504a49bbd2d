import { createPrivateKey } from 'node:crypto';
import { signerOf, type Signer } from '../engine/connections/identity/ed25519.ts';
import { UnusableInput } from './command.ts';
import type { OptionSpec } from './definition/options.ts';
import { readInput } from './readInput.ts';

/** The key in a file of `--signing-key`. @throws UnusableInput */
export async function readSigningKey(file: string): Promise<Signer> {
  const pem = Buffer.from(await readInput(file));
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return signerOf(key);
  } catch {
    // Said below, without anything of the file.
  }
  throw new UnusableInput(`${file} does not contain an Ed25519 private key (PEM, without a password).`);
}

/** Of commands that sign. */
export function signingKeyOption(help: string) {
  return { type: 'string', value: 'FILE', completes: 'file', help } as const satisfies OptionSpec;
}
