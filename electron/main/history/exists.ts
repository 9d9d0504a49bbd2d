import { stat } from 'node:fs/promises';

/** Whether there is a file or folder of this name. @throws where that cannot be told */
export async function exists(name: string): Promise<boolean> {
  try {
    await stat(name);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
