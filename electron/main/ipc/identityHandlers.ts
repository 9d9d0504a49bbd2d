import { refuseInput, succeed } from '#shared/domain/result.ts';
import type { identityOperations } from '#shared/ipc/evidenceOperations.ts';
import type { UserFiles } from '../../../engine/storage/userFiles/userFiles.ts';
import { publicKeyPem } from '../../../engine/connections/identity/ed25519.ts';
import type { InstallationKey } from '../../../engine/connections/identity/installationKey.ts';
import type { TrustedKeys } from '../../../engine/connections/identity/trustedKeys.ts';
import type { IpcHandlers } from './register.ts';
import type { timestampOperations } from '#shared/ipc/timestampOperations.ts';
import type { TimestampAuthorities } from '../../../engine/evidence/timestamps/timestampAuthorities.ts';

export function createIdentityHandlers(
  key: InstallationKey,
  trusted: TrustedKeys,
  authorities: TimestampAuthorities,
  files: Pick<UserFiles, 'save'>,
): IpcHandlers<typeof identityOperations & typeof timestampOperations> {
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
    timestampSettings: async () => succeed(await authorities.settings()),
    addTimestampAuthority: ({ name, pem }) => authorities.add(name, pem),
    removeTimestampAuthority: async ({ fingerprint }) => succeed(await authorities.remove(fingerprint)),
  };
}
