import { stat } from 'node:fs/promises';

/** Whether a file or folder has this name. @throws if that cannot be determined */
export async function exists(name: string): Promise<boolean> {
  try {
    await stat(name);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
