import { unavailable, type Ground } from '#shared/grounds/grounds.ts';
import { isInUse } from '../../storage/database.ts';
import { isNewerFile } from '../../storage/fileFormat.ts';

/** Why what is saved could not be opened, as a ground. `detail`: what exactly. */
export function groundOfError(error: unknown, detail: string): Ground {
  if (isInUse(error)) return unavailable('in-use', detail);
  return unavailable(isNewerFile(error) ? 'newer-format' : 'unreadable', detail);
}
