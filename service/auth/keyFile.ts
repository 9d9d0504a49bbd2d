import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { tierNames } from '../limits/serviceLimits.ts';
import { scopes } from './apiKeys.ts';
import type { KeyStore, SavedKey } from './keyStore.ts';

const time = z.int().min(0);
const keyFileSchema = z.object({
  keys: z.array(
    z.object({
      id: z.string().min(1),
      scope: z.enum(scopes),
      tier: z.enum(tierNames).optional(),
      rate: z.object({ burst: z.int().min(1), perSecond: z.int().min(1) }).optional(),
      name: z.string().optional(),
      createdAt: time.optional(),
      revokedAt: time.optional(),
      hash: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});
const useFileSchema = z.object({ lastUsedAt: z.record(z.string(), time) });

/** The file of known keys in a data folder: readable only by its owner, and with hashes only. */
export function keyFilePath(dataFolder: string): string {
  return join(dataFolder, 'api-keys.json');
}

/** Apart from the keys, so that the service, which writes it, never overwrites what a command did to a key. */
export function keyUsePath(dataFolder: string): string {
  return join(dataFolder, 'api-keys-used.json');
}

/** The keys of a data folder; none if it has no key file yet. A damaged key file is an error, and is not changed. */
export function fileKeyStore(dataFolder: string): KeyStore {
  const path = keyFilePath(dataFolder);
  const usePath = keyUsePath(dataFolder);

  async function keys(): Promise<readonly SavedKey[]> {
    const text = await textOf(path);
    if (text === null) return [];
    try {
      return keyFileSchema.parse(JSON.parse(text)).keys.map((key) => defined(key));
    } catch {
      throw new Error(`${path} is damaged. Delete it to create new keys.`);
    }
  }

  /** What is only for information must not stop anything: a damaged file counts as none. */
  async function uses(): Promise<Readonly<Record<string, number>>> {
    try {
      return useFileSchema.parse(JSON.parse((await textOf(usePath)) ?? '')).lastUsedAt;
    } catch {
      return {};
    }
  }

  return {
    async list() {
      const [known, used] = await Promise.all([keys(), uses()]);
      return known.map((key) => {
        const lastUsedAt = used[key.id];
        return { ...key, ...(lastUsedAt !== undefined && { lastUsedAt }) };
      });
    },
    async add(added) {
      await replace(path, { keys: [...(await keys()), ...added] });
    },
    async revoke(id, at) {
      const known = await keys();
      if (!known.some((key) => key.id === id && key.revokedAt === undefined)) return false;
      await replace(path, { keys: known.map((key) => (key.id === id ? { ...key, revokedAt: at } : key)) });
      return true;
    },
    async saveUse(times) {
      const lastUsedAt = { ...(await uses()) };
      for (const [id, at] of times) lastUsedAt[id] = Math.max(at, lastUsedAt[id] ?? 0);
      await replace(usePath, { lastUsedAt });
    },
    close: () => Promise.resolve(),
  };
}

/** Without the members that are undefined. */
function defined(key: z.infer<typeof keyFileSchema>['keys'][number]): SavedKey {
  return Object.fromEntries(
    Object.entries(key).filter(([, part]) => part !== undefined),
  ) as unknown as SavedKey;
}

/** null if there is no such file. */
async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** A crash leaves either the complete old file or the complete new one. */
async function replace(path: string, content: object): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
