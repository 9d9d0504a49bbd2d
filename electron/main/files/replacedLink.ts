import { readlink } from 'node:fs/promises';

/**
 * Where a link leads that is about to be replaced by a saved file; nothing where there is no link. A saved file takes the place of
 * the link itself: what it leads to, perhaps in somebody else's folder, stays as it is.
 */
export async function replacedLink(file: string): Promise<{ readonly replacedLink?: string }> {
  try {
    return { replacedLink: await readlink(file) };
  } catch {
    return {};
  }
}
