import { readlink } from 'node:fs/promises';

/**
 * The target of a link that is about to be replaced by a saved file; null if there is no link. A saved file
 * replaces the link itself: its target, perhaps in somebody else's folder, stays unchanged.
 */
export async function replacedLink(file: string): Promise<{ readonly replacedLink?: string }> {
  try {
    return { replacedLink: await readlink(file) };
  } catch {
    return {};
  }
}
