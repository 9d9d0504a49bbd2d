import { z } from 'zod';
import type { InstallationKeys } from '../domain/installationKey.ts';
import type { SavedFile } from './appTypes.ts';
import { operation } from './operation.ts';

/** SHA-256 in lowercase hex. */
const fingerprint = z.string().regex(/^[0-9a-f]{64}$/);

/** The key with which this installation signs what it saw. */
export const identityOperations = {
  installationKeys: operation<InstallationKeys>()(z.undefined()),
  /** Creates the key if there is none. */
  createInstallationKey: operation<InstallationKeys>()(z.undefined()),
  /** Replaces the current key with a new one. */
  replaceInstallationKey: operation<InstallationKeys>()(z.undefined()),
  /** Asks the user where to save the public key with this fingerprint, as PEM. */
  savePublicKey: operation<SavedFile>()(z.strictObject({ fingerprint })),
};
