import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { CatalogueIndex } from '#shared/keyIndex/catalogueIndex.ts';
import type { Database } from '../storage/database.ts';
import { withNews, type KeyNews } from './keyNews.ts';
import { databaseKey, memoryRange } from './memoryRecords.ts';

/*
 * Most readings of a first audit are of keys that were never read, and are verified. They have nothing that they could be compared
 * with, so that what is saved of them is known without it: the same two records that any reading leaves, written as text.
 */

/** Keys that were read for the first time in one response, and verified. */
export interface FirstReadings {
  readonly readings: readonly FirstReading[];
  /** Epoch milliseconds. */
  readonly at: number;
  readonly rootHash: string;
  readonly treeSize: string;
}

/** Hashes in lowercase hex, and the index in decimal. */
export interface FirstReading {
  readonly key: string;
  readonly version: number;
  readonly valueHash: string;
  readonly leafHash: string;
  readonly leafIndex: string;
}

/** The same as of any reading. */
export function newsOfFirst(
  { key, version, valueHash, leafHash, leafIndex }: FirstReading,
  { at, rootHash, treeSize }: FirstReadings,
): KeyNews & { readonly kind: 'read' } {
  return {
    kind: 'read',
    key,
    source: 'lookup',
    at,
    version,
    hash: leafHash,
    leafIndex,
    verdict: 'green',
    placed: { rootHash, treeSize, path: 'pass' },
    said: {
      statement: { version, valueHash, leafHash, rootHash, treeSize, at, verdict: 'green' },
      finding: null,
    },
  };
}

/**
 * Saves them, and puts them into the index.
 *
 * @returns what is to be learned like any other reading: of keys that were read by others since these readings were checked
 */
export async function saveFirst(
  database: Database,
  index: CatalogueIndex,
  first: FirstReadings,
): Promise<readonly KeyNews[]> {
  const others: KeyNews[] = [];
  const entries: CatalogueEntry[] = [];
  const batch = database.batch();
  const texts = textsOf(first);
  for (const reading of first.readings) {
    const { key } = reading;
    const before = index.get(key);
    const news = newsOfFirst(reading, first);
    const entry = withNews(before, news);
    if (entry === null || (before !== null && before.readAt !== null)) {
      others.push(news);
      continue;
    }
    const name = databaseKey(key);
    batch.put(name, texts.entry(name, entry));
    batch.put(memoryRange + name, texts.memory(reading));
    entries.push(entry);
  }
  if (entries.length > 0) await batch.write({ sync: true });
  else await batch.close();
  for (const entry of entries) index.put(entry);
  return others;
}

/** `JSON.stringify` of the entry and of the memory, in a fraction of its time. */
function textsOf({ at, rootHash, treeSize }: FirstReadings): {
  /** `name`: the key as JSON. */
  readonly entry: (name: string, entry: CatalogueEntry) => string;
  readonly memory: (reading: FirstReading) => string;
} {
  const place = `"rootHash":"${rootHash}","treeSize":"${treeSize}"`;
  const read = `,"readAt":${String(at)},"gone":false,"conflicting":false,"placed":{${place},"path":"pass"}`;
  const proven =
    `",${place},"at":${String(at)},"verdict":"green"},"firstAt":${String(at)},` +
    `"proven":{${place},"at":${String(at)}},"conflict":null}`;
  return {
    entry: (name, { version, hash, leafIndex, source, firstSeenAt, bookmarked, note, tags }) =>
      `{"key":${name},"version":${String(version)},"hash":"${String(hash)}","leafIndex":"${String(leafIndex)}",` +
      `"verdict":"green","source":"${source}","firstSeenAt":${String(firstSeenAt)}${read},` +
      `"bookmarked":${String(bookmarked)},"note":${JSON.stringify(note)},"tags":${JSON.stringify(tags)}}`,
    memory: ({ version, valueHash, leafHash }) =>
      `{"last":{"version":${String(version)},"valueHash":"${valueHash}","leafHash":"${leafHash}${proven}`,
  };
}
