import { readdir, stat } from 'node:fs/promises';
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
  other: ['pins/*', 'state-records/*.json', 'service-facts/*'],
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

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file);
  if (!found.isDirectory()) return found.size;
  let sum = 0;
  for (const entry of await readdir(file, { recursive: true, withFileTypes: true })) {
    // It may be removed meanwhile. Links are not followed.
    if (entry.isFile())
      sum += await unlessMissing(
        stat(path.join(entry.parentPath, entry.name)).then(({ size }) => size),
        0,
      );
  }
  return sum;
}
