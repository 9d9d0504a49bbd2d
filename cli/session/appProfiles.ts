import path from 'node:path';
import { quoteText } from '#shared/text/phrases.ts';
import { readProfiles, type Profile } from '../../engine/connections/profileStore.ts';
import { NewerFileError } from '../../engine/storage/fileFormat.ts';
import { UnusableInput } from '../command.ts';

/** The connections of the app. Changes nothing there. @throws UnusableInput */
export function appProfiles(folder: string): Promise<readonly Profile[]> {
  return profilesIn(path.join(folder, 'connections.json'), 'The app');
}

/** The connection to a service that has this name in the app. Changes nothing there. @throws UnusableInput */
export async function connectionNamed(folder: string, name: string): Promise<Profile> {
  const profiles = await appProfiles(folder);
  const named = profiles.filter((each) => each.name === name);
  const [profile, another] = named;
  if (profile === undefined)
    throw new UnusableInput(
      `The app has no connection called ${quoteText(name)}. To list its connections: atom-explorer connections`,
    );
  if (another !== undefined)
    throw new UnusableInput(`The app has several connections called ${quoteText(name)}. Rename one of them.`);
  if (profile.kind !== 'service')
    throw new UnusableInput(
      profile.kind === 'demo'
        ? 'The demo memory runs only in the app.'
        : `${quoteText(name)} is a snapshot. Check its file with atom-explorer snapshot.`,
    );
  return profile;
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
