import path from 'node:path';
import { openProfileStore } from '../../engine/connections/profileStore.ts';
import type { BaseAddress } from '../../engine/client/baseAddress.ts';
import type { Signer } from '../../engine/connections/identity/ed25519.ts';
import { createInstallationKey } from '../../engine/connections/identity/installationKey.ts';
import { createSerialKeyStorage, type KeyStorage } from '../../engine/storage/keychain/keyStorage.ts';
import { errorWords } from '#shared/text/errorWords.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { appFolder } from '../appFolder.ts';
import { UnusableInput } from '../command.ts';

/** How long the keychain may take, in milliseconds: it may ask for a password. */
const patienceMs = 60_000;

/** Loaded only when it is used: it is a native module, and on a server there may be no keychain. */
export async function openKeychain(): Promise<KeyStorage> {
  const { createOsKeyStorage } = await import('../../engine/storage/keychain/osKeyStorage.ts');
  return createSerialKeyStorage(createOsKeyStorage(), patienceMs);
}

/**
 * The API key of a connection of the app, from the keychain. Only for the address that it was saved for.
 *
 * @throws UnusableInput
 */
export async function keyOfConnection(
  name: string,
  address: BaseAddress,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const profiles = await openProfileStore(path.join(appFolder(env), 'connections.json'), Date.now);
  const [profile, another] = profiles.all().filter((each) => each.kind === 'service' && each.name === name);
  if (profile === undefined) throw new UnusableInput(`The app has no connection called ${quoteText(name)}.`);
  if (another !== undefined)
    throw new UnusableInput(`The app has several connections called ${quoteText(name)}. Rename one of them.`);
  if (profile.keyOrigin !== new URL(address.text).origin)
    throw new UnusableInput(
      `The API key of ${quoteText(name)} was not saved for ${address.text}, so it is not used there.`,
    );
  let key: string | null;
  try {
    key = await (await openKeychain()).get(profile.id);
  } catch {
    throw new UnusableInput('The keychain could not be read. Unlock it, or use --key-env.');
  }
  if (key === null) throw new UnusableInput(`The keychain has no API key for ${quoteText(name)}.`);
  return key;
}

/** The installation key of the app. @throws UnusableInput */
export async function installationSigner(env: Readonly<Record<string, string | undefined>>): Promise<Signer> {
  const key = createInstallationKey({
    file: path.join(appFolder(env), 'identity.json'),
    storage: await openKeychain(),
    changed: () => undefined,
    now: Date.now,
    log: () => undefined,
  });
  const signer = await key.current();
  if (signer.ok) return signer.value;
  throw new UnusableInput(`${errorWords(signer.error).what} Use --signing-key FILE.`);
}
