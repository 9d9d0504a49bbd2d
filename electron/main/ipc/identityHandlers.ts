import { refuseInput, succeed } from '#shared/domain/result.ts';
import type { identityOperations } from '#shared/ipc/evidenceOperations.ts';
import type { UserFiles } from '../files/userFiles.ts';
import { publicKeyPem } from '../identity/ed25519.ts';
import type { InstallationKey } from '../identity/installationKey.ts';
import type { TrustedKeys } from '../identity/trustedKeys.ts';
import type { IpcHandlers } from './register.ts';

export function createIdentityHandlers(
  key: InstallationKey,
  trusted: TrustedKeys,
  files: Pick<UserFiles, 'save'>,
): IpcHandlers<typeof identityOperations> {
  return {
    installationKeys: async () => succeed(await key.known()),
    createInstallationKey: async () => {
      const created = await key.current();
      return created.ok ? succeed(await key.known()) : created;
    },
    replaceInstallationKey: () => key.rotate(),
    savePublicKey: async ({ fingerprint }) => {
      const publicKey = await key.publicKey(fingerprint);
      return publicKey === null
        ? refuseInput('fingerprint', 'This installation has no key with this fingerprint.')
        : files.save(`atom-explorer-${fingerprint.slice(0, 16)}.pem`, publicKeyPem(publicKey));
    },
    trustedKeys: async () => succeed(await trusted.list()),
    addTrustedKey: ({ name, pem }) => trusted.add(name, pem),
    removeTrustedKey: async ({ fingerprint }) => succeed(await trusted.remove(fingerprint)),
  };
}
