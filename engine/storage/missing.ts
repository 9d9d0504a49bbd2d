import { stat } from 'node:fs/promises';

/** What is read from a file, or `none` if it is not there. @throws any other error of the file system */
export async function unlessMissing<T, N>(reading: Promise<T>, none: N): Promise<T | N> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return none;
    throw error;
  }
}

/** Whether a file or folder has this name. @throws if that cannot be determined */
export async function exists(name: string): Promise<boolean> {
  return (await unlessMissing(stat(name), null)) !== null;
}
