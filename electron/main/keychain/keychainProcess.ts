import { z } from 'zod';
import { serveUtility } from '#shared/async/utilityProcess.ts';
import type { KeychainProcess } from '../../../engine/storage/keychain/keyStorage.ts';
import { createOsKeyStorage } from '../../../engine/storage/keychain/osKeyStorage.ts';

/*
 * The process that talks to the keychain, an Electron utility process. Here the library may block or crash
 * without affecting the window or the app's shutdown.
 */

const text = z.string();

serveUtility(
  process,
  (): KeychainProcess => {
    const storage = createOsKeyStorage();
    return {
      get: (account) => storage.get(text.parse(account)),
      set: (account, secret) => storage.set(text.parse(account), text.parse(secret)),
      remove: (account) => storage.remove(text.parse(account)),
      leave: () => process.exit(0),
    };
  },
  setImmediate,
);
