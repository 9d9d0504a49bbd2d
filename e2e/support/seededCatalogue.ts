import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';

/** The id of the one connection of a profile that is not running. */
async function onlyConnection(profile: string): Promise<string> {
  const stored = JSON.parse(await readFile(join(profile, 'connections.json'), 'utf8')) as {
    readonly profiles: readonly { readonly id: string }[];
  };
  const [connection] = stored.profiles;
  if (connection === undefined) throw new Error('the profile has no connection');
  return connection.id;
}

/** Makes keys known, unread, to the one connection of a profile that is not running. */
export async function seedCatalogue(profile: string, keys: Iterable<string>): Promise<void> {
  const folder = join(profile, 'catalogue', await onlyConnection(profile), 'keys');
  const database = new ClassicLevel(folder);
  await database.open();
  let batch: { type: 'put'; key: string; value: string }[] = [];
  for (const key of keys) {
    batch.push({ type: 'put', key: JSON.stringify(key), value: JSON.stringify(unread(key)) });
    if (batch.length === 10_000) {
      await database.batch(batch);
      batch = [];
    }
  }
  await database.batch(batch);
  await database.close();
}

function unread(key: string) {
  return {
    key,
    version: null,
    hash: null,
    leafIndex: null,
    verdict: null,
    source: 'recall',
    firstSeenAt: 1_700_000_000_000,
    readAt: null,
    gone: false,
    conflicting: false,
  };
}
