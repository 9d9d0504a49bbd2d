import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { plainFileName } from '../storage/userFiles/plainFileName.ts';
import { exists } from '../storage/missing.ts';
import { removeFolder } from '../storage/removeFolder.ts';

const mostTries = 1_000;

/**
 * Writes files into a new folder of the user's folder, all of them or none, so that a folder with the name always has the whole set.
 * A folder of this name that is there is kept: the new one gets a number.
 *
 * @param write gets the folder to write into
 * @returns the path of the new folder
 */
export async function writeNewFolder(
  inside: string,
  name: string,
  newId: () => string,
  write: (folder: string) => Promise<void>,
): Promise<string> {
  const temporary = path.join(inside, `.${newId()}.part`);
  try {
    await mkdir(temporary);
    await write(temporary);
    return await renamedTo(temporary, path.join(inside, plainFileName(name)));
  } catch (error) {
    await removeFolder(temporary).catch(() => undefined);
    throw error;
  }
}

async function renamedTo(temporary: string, wanted: string): Promise<string> {
  for (let count = 1; ; count += 1) {
    const folder = count === 1 ? wanted : `${wanted} (${String(count)})`;
    if (count < mostTries && (await exists(folder))) continue;
    // Fails if another program has made a folder with contents meanwhile.
    await rename(temporary, folder);
    return folder;
  }
}

/** A new file of this folder. */
export async function writeNew(folder: string, name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(path.join(folder, name), content, { flag: 'wx' });
  return name;
}
