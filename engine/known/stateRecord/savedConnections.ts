import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { exists, unlessMissing } from '../../storage/missing.ts';

export const recordsFolder = 'state-records';

/** What an audit saves of a connection besides its record: a folder with its ID in each. */
const foldersOfParts = ['catalogue', 'pins', 'audits', 'discovery'] as const;

/** Whether the folder has anything of a connection besides its record. */
export async function hasSavedParts(folder: string, id: ConnectionId): Promise<boolean> {
  for (const part of foldersOfParts) if (await exists(path.join(folder, part, id))) return true;
  return false;
}

/** Every connection of which the folder has a record, or anything else, whatever the list of connections says. */
export async function savedIn(folder: string): Promise<ReadonlySet<ConnectionId>> {
  const ids = new Set<ConnectionId>();
  for (const part of [recordsFolder, ...foldersOfParts])
    for (const name of await unlessMissing(readdir(path.join(folder, part)), [])) {
      const id = /^([a-z0-9-]{1,64})(?:\.json)?$/.exec(name)?.[1];
      if (id !== undefined) ids.add(id as ConnectionId);
    }
  return ids;
}
