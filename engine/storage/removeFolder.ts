import { rm } from 'node:fs/promises';

/**
 * Removes a folder and its contents; does nothing if there is none. On Windows, waits for a virus scanner to
 * release a file.
 */
export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
