import path from 'node:path';
import { readProfiles, type Profile } from '../../engine/connections/profileStore.ts';
import { NewerFileError } from '../../engine/storage/fileFormat.ts';
import { UnusableInput } from '../command.ts';

/** The connections of the app. Changes nothing there. @throws UnusableInput */
export function appProfiles(folder: string): Promise<readonly Profile[]> {
  return profilesIn(path.join(folder, 'connections.json'), 'The app');
}

/** The connections in a file that stays as it is. `place`: starts a sentence. @throws UnusableInput */
export async function profilesIn(file: string, place: string): Promise<readonly Profile[]> {
  try {
    const profiles = await readProfiles(file);
    if (profiles !== null) return profiles;
  } catch (error) {
    if (error instanceof NewerFileError) throw new UnusableInput(error.message);
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new UnusableInput(
      isMissing
        ? `${place} has no connections: there is no ${file}.`
        : `The connections of ${place} cannot be read: ${file}. ${error instanceof Error ? error.message : ''}`,
    );
  }
  throw new UnusableInput(`The connections of ${place} cannot be read, because ${file} is damaged.`);
}
