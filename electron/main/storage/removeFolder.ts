import { rm } from 'node:fs/promises';

/** Removes a folder with all it holds, or nothing where there is none. On Windows, waits for a virus scanner to let go of a file. */
export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
