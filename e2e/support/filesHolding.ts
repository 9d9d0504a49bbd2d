import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Every file below `folder` that holds `secret` in a form a program would plausibly write it in. */
export async function filesHolding(folder: string, secret: string): Promise<readonly string[]> {
  const needles = [
    Buffer.from(secret, 'utf8'),
    Buffer.from(secret, 'utf16le'),
    Buffer.from(Buffer.from(secret).toString('base64').replace(/=+$/, '')),
    Buffer.from(Buffer.from(secret).toString('hex')),
  ];
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...((await unlessRemoved(filesHolding(path, secret))) ?? []));
    if (!entry.isFile()) continue;
    const bytes = await unlessRemoved(readFile(path));
    if (needles.some((needle) => bytes?.includes(needle))) found.push(path);
  }
  return found;
}

/** A program that runs removes files between our seeing and our reading them. What is gone holds nothing. */
function unlessRemoved<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
