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
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    if (needles.some((needle) => bytes.includes(needle))) found.push(file);
  }
  return found;
}
