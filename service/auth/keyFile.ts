import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { tierNames } from '../limits/serviceLimits.ts';
import { scopes, type KnownKey } from './apiKeys.ts';

const keyFileSchema = z.object({
  keys: z.array(
    z.object({
      id: z.string().min(1),
      scope: z.enum(scopes),
      tier: z.enum(tierNames).optional(),
      hash: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

/** The file of known keys in a data folder: readable only by its owner, and with hashes only. */
export function keyFilePath(dataFolder: string): string {
  return join(dataFolder, 'api-keys.json');
}

/** The keys of a data folder; none if it has no key file yet. @throws Error if the file is damaged. */
export async function readKeyFile(dataFolder: string): Promise<readonly KnownKey[]> {
  const path = keyFilePath(dataFolder);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  try {
    const { keys } = keyFileSchema.parse(JSON.parse(text));
    return keys.map(({ tier, ...key }) => ({ ...key, ...(tier !== undefined && { tier }) }));
  } catch {
    throw new Error(`${path} is damaged. Delete it to create new keys.`);
  }
}

/** Replaces the key file; a crash leaves either the complete old or the complete new one. */
export async function writeKeyFile(dataFolder: string, keys: readonly KnownKey[]): Promise<void> {
  const path = keyFilePath(dataFolder);
  const draft = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify({ keys }, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
