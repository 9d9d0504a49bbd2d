import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { refuseInput } from '#shared/domain/result.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { parseBaseAddress } from '../../engine/client/baseAddress.ts';
import type { ConnectionsEffects } from '../../engine/connections/connections.ts';
import {
  createInstallationKey,
  type InstallationKey,
} from '../../engine/connections/identity/installationKey.ts';
import type { Profile } from '../../engine/connections/profileStore.ts';
import type { KeyStorage } from '../../engine/storage/keychain/keyStorage.ts';
import { realEffects } from '../../engine/surroundings.ts';
import { readApiKey } from '../apiKeyOptions.ts';
import { appFolder } from '../appFolder.ts';
import { openKeychain } from '../audit/appKeychain.ts';
import { UnusableInput, type CommandIo } from '../command.ts';
import { connectionNamed } from './appProfiles.ts';

/** A connection of the app, with what its folder and the keychain have for it. */
export interface AppConnection {
  readonly folder: string;
  readonly profile: Profile;
  /** A key that was given takes the place of that of the connection, and is never saved. */
  readonly keychain: KeyStorage;
  readonly installationKey: InstallationKey;
  readonly mayCall: ConnectionsEffects['mayCall'];
}

/** @throws UsageError, UnusableInput */
export async function appConnection(
  name: string,
  {
    'key-env': keyEnv,
    'key-stdin': keyStdin = false,
  }: {
    readonly 'key-env'?: string | undefined;
    readonly 'key-stdin'?: boolean | undefined;
  },
  world: Pick<CommandIo, 'readStdin' | 'complain'> & {
    readonly env: Readonly<Record<string, string | undefined>>;
  },
): Promise<AppConnection> {
  const folder = appFolder(world.env);
  const profile = await connectionNamed(folder, name);
  const apiKey =
    keyEnv === undefined && !keyStdin ? null : await readApiKey({ keyEnv, keyStdin, env: world.env }, world);
  const keychain = keychainOf(profile.id, apiKey);
  return {
    folder,
    profile,
    keychain,
    installationKey: createInstallationKey({
      file: path.join(folder, 'identity.json'),
      storage: keychain,
      changed: () => undefined,
      now: realEffects.now,
      log: (message) => {
        world.complain(message);
      },
    }),
    mayCall: async (baseUrl) =>
      baseUrl === profile.baseUrl
        ? parseBaseAddress(baseUrl)
        : refuseInput('baseUrl', 'This is not the address of the connection.'),
  };
}

/** Its address came with a file, and nobody has looked at it yet. @throws UnusableInput */
export function refuseUnconfirmed({ name, baseUrl, isUnconfirmed }: Profile): void {
  if (isUnconfirmed !== true) return;
  throw new UnusableInput(
    `${quoteText(name)} was imported, and you have not connected to ${baseUrl} yet. Connect once in the app.`,
  );
}

/** The keychain of the system, which is loaded only when it is used. */
function keychainOf(id: ConnectionId, apiKey: string | null): KeyStorage {
  let opened: Promise<KeyStorage> | null = null;
  const open = (): Promise<KeyStorage> => (opened ??= openKeychain());
  return {
    get: async (account) => (account === id && apiKey !== null ? apiKey : (await open()).get(account)),
    set: async (account, secret) => {
      if (account !== id || apiKey === null) await (await open()).set(account, secret);
    },
    remove: async (account) => {
      if (account !== id || apiKey === null) await (await open()).remove(account);
    },
  };
}
