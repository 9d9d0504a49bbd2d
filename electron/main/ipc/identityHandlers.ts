import { fail, succeed } from '#shared/domain/result.ts';
import type { identityOperations } from '#shared/ipc/evidenceOperations.ts';
import type { UserFiles } from '../files/userFiles.ts';
import type { InstallationKey } from '../identity/installationKey.ts';
import type { IpcHandlers } from './register.ts';

export function createIdentityHandlers(
  key: InstallationKey,
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
      const pem = await key.publicPem(fingerprint);
      return pem === null
        ? fail({
            code: 'invalid_input',
            field: 'fingerprint',
            message: 'This installation has no key with this fingerprint.',
            requestId: null,
          })
        : files.save(`atom-explorer-${fingerprint.slice(0, 16)}.pem`, pem);
    },
  };
}
