import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { storedParts, type StorageUse, type StoredPart } from '#shared/domain/storageUse.ts';
import { unlessMissing } from './missing.ts';

/** Where each part is, below the folder of the app; `*` is the connection. */
const places: Readonly<Record<StoredPart, readonly string[]>> = {
  keys: ['catalogue/*', 'discovery/*.jsonl'],
  values: ['history/*'],
  previous: ['previous-values/*'],
  drafts: ['drafts/*'],
  uploads: ['uploads/*'],
  audits: ['audits/*', 'audit-schedules/*'],
  recalls: ['recalls/*', 'recordings/*'],
  scoreboard: ['scoreboard/*'],
  writes: ['writes/*'],
  other: ['pins/*', 'state-records/*.json', 'service-facts/*', 'browse/*'],
};

/** Measures what is saved of each connection, and the log. */
export async function measureStorage(
  folder: string,
  logFolder: string,
  ids: readonly ConnectionId[],
): Promise<StorageUse> {
  const connections: StorageUse['connections'][number][] = [];
  for (const id of ids) {
    const bytes = new Map<StoredPart, number | null>();
    for (const part of storedParts)
      bytes.set(part, await sumOf(places[part].map((place) => path.join(folder, place.replace('*', id)))));
    connections.push({ id, bytes: Object.fromEntries(bytes) as Record<StoredPart, number | null> });
  }
  return { folder, connections, log: await sumOf([logFolder]) };
}

/** null if any of them cannot be read. */
async function sumOf(paths: readonly string[]): Promise<number | null> {
  try {
    let sum = 0;
    for (const each of paths) sum += await unlessMissing(sizeOf(each), 0);
    return sum;
  } catch {
    return null;
  }
}

/** Of a file, or of all files in a folder. Links are not followed. */
async function sizeOf(file: string): Promise<number> {
  const found = await lstat(file);
  if (!found.isDirectory()) return found.isFile() ? found.size : 0;
  let sum = 0;
  // Any of them may be removed meanwhile.
  for (const name of await readdir(file)) sum += await unlessMissing(sizeOf(path.join(file, name)), 0);
  return sum;
}
