import { z } from 'zod';
import type { KeyStorage } from '../../engine/storage/keychain/keyStorage.ts';
import { openJsonStore } from '../../engine/storage/jsonStore.ts';

const fileSchema = z.object({ version: z.literal(1), keys: z.record(z.string(), z.string()) });
type SavedKeys = z.infer<typeof fileSchema>;

/**
 * The data keys of a state folder, in a file beside what they seal: a server may have no keychain, and an upload must be able
 * to continue after a crash. So what is sealed there is as safe as the folder. API keys are never saved: `inMemory` has them.
 */
export async function openFileKeyStorage(
  file: string,
  inMemory: KeyStorage,
  effects: { readonly now: () => number },
): Promise<KeyStorage> {
  const fresh: SavedKeys = { version: 1, keys: {} };
  const store = await openJsonStore({ ...effects, file, format: { version: 1, schema: fileSchema }, fresh });
  const change = (to: (keys: SavedKeys['keys']) => SavedKeys['keys']): Promise<void> =>
    store.change((before) => ({ value: { ...before, keys: to(before.keys) }, result: undefined }));
  return {
    get: async (account) =>
      isDataKey(account) ? (store.value().keys[account] ?? null) : inMemory.get(account),
    set: (account, secret) =>
      isDataKey(account) ? change((keys) => ({ ...keys, [account]: secret })) : inMemory.set(account, secret),
    remove: (account) =>
      isDataKey(account) ? change(({ [account]: _, ...others }) => others) : inMemory.remove(account),
  };
}

/** Their accounts name a use, such as `uploads of ID`; those of API keys are the ID alone. */
function isDataKey(account: string): boolean {
  return account.includes(' of ');
}
