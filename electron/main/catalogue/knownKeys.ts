import { z } from 'zod';
import {
  keySources,
  type AnnotationChange,
  type CatalogueEntry,
  type KeySource,
  type LeafPlace,
} from '#shared/domain/catalogue.ts';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';
import { DamagedRecords, openDatabase, type Database } from './database.ts';

const entrySchema = z.object({
  key: z.string(),
  version: z.number().nullable(),
  hash: z.string().nullable(),
  leafIndex: z.string().nullable(),
  verdict: z.enum(['green', 'amber', 'red']).nullable(),
  source: z.enum(keySources),
  firstSeenAt: z.number(),
  readAt: z.number().nullable(),
  gone: z.boolean(),
  // What follows is missing in entries of earlier versions of this app.
  verified: z.object({ version: z.number(), at: z.number() }).nullable().default(null),
  placed: z
    .object({ rootHash: z.string(), treeSize: z.string(), path: z.enum(['pass', 'fail', 'undecided']) })
    .nullable()
    .default(null),
  bookmarked: z.boolean().default(false),
  note: z.string().default(''),
  tags: z.array(z.string()).default([]),
});

/** Something that was learned about a key. */
export type KeyNews =
  | { readonly kind: 'named'; readonly key: string; readonly source: KeySource; readonly at: number }
  | {
      readonly kind: 'read';
      readonly key: string;
      readonly source: KeySource;
      readonly at: number;
      readonly version: number | null;
      readonly hash: string | null;
      readonly leafIndex: string | null;
      readonly verdict: VerdictStatus;
      readonly placed: LeafPlace | null;
    }
  | { readonly kind: 'gone'; readonly key: string; readonly at: number };

/** The keys known of one connection. Values are never kept. */
export interface KnownKeys {
  readonly entries: () => readonly CatalogueEntry[];
  /** Resolves when all of it is on the disk, to whether anything changed. */
  readonly learn: (news: readonly KeyNews[]) => Promise<boolean>;
  /** The highest version of a key that was verified before a moment (epoch milliseconds); null where none was. */
  readonly verifiedVersion: (key: string, before: number) => number | null;
  readonly annotate: (keys: readonly string[], change: AnnotationChange) => Promise<number>;
  readonly forget: (keys: readonly string[]) => Promise<void>;
  readonly revision: () => number;
  readonly recoveredFrom: string | null;
  readonly close: () => Promise<void>;
}

export async function openKnownKeys(folder: string, now: () => number): Promise<KnownKeys> {
  const { database, loaded: entries, recoveredFrom } = await openDatabase({ folder, load: loadEntries, now });
  let revision = 0;
  return {
    revision: () => revision,
    annotate: async (keys, change) => {
      const changed = keys.flatMap((key) => {
        const entry = entries.get(key);
        return entry === undefined ? [] : [annotated(entry, change)];
      });
      await database.batch(
        changed.map((entry) => ({
          type: 'put' as const,
          key: databaseKey(entry.key),
          value: JSON.stringify(entry),
        })),
        { sync: true },
      );
      for (const entry of changed) entries.set(entry.key, entry);
      revision += 1;
      return changed.length;
    },
    entries: () => [...entries.values()],
    learn: async (news) => {
      const changed = new Map<string, CatalogueEntry>();
      for (const item of news) {
        const known = changed.get(item.key) ?? entries.get(item.key);
        const entry = withNews(known, item);
        if (entry !== null && entry !== known) changed.set(item.key, entry);
      }
      if (changed.size === 0) return false;
      await database.batch(
        [...changed].map(([key, entry]) => ({
          type: 'put' as const,
          key: databaseKey(key),
          value: JSON.stringify(entry),
        })),
        { sync: true },
      );
      for (const [key, entry] of changed) entries.set(key, entry);
      revision += 1;
      return true;
    },
    verifiedVersion: (key, before) => {
      const verified = entries.get(key)?.verified ?? null;
      return verified !== null && verified.at < before ? verified.version : null;
    },
    forget: async (keys) => {
      await database.batch(
        keys.map((key) => ({ type: 'del' as const, key: databaseKey(key) })),
        { sync: true },
      );
      for (const key of keys) entries.delete(key);
      revision += 1;
    },
    recoveredFrom,
    close: () => database.close(),
  };
}

/** The entry after the news; null where there is none and the news does not begin one. */
function withNews(known: CatalogueEntry | undefined, news: KeyNews): CatalogueEntry | null {
  switch (news.kind) {
    case 'named':
      return known ?? unread(news.key, news.source, news.at);
    case 'gone':
      // A key that was looked up and never existed is not known.
      return known === undefined ? null : { ...known, gone: true, readAt: news.at };
    case 'read':
      return {
        ...(known ?? unread(news.key, news.source, news.at)),
        verified: higher(known?.verified ?? null, news),
        version: news.version,
        hash: news.hash,
        leafIndex: news.leafIndex,
        verdict: news.verdict,
        placed: news.placed,
        readAt: news.at,
        gone: false,
      };
  }
}

function annotated(entry: CatalogueEntry, change: AnnotationChange): CatalogueEntry {
  const tags = new Set([...entry.tags, ...(change.addTags ?? [])]);
  for (const tag of change.removeTags ?? []) tags.delete(tag);
  return {
    ...entry,
    bookmarked: change.bookmarked ?? entry.bookmarked,
    note: change.note ?? entry.note,
    tags: [...tags].sort(),
  };
}

/** What was verified stays known whatever is read after it: a service that went back must not be forgiven at the next read. */
function higher(
  known: CatalogueEntry['verified'],
  { verdict, version, at }: Extract<KeyNews, { kind: 'read' }>,
): CatalogueEntry['verified'] {
  if (verdict !== 'green' || version === null) return known;
  return known === null || version > known.version ? { version, at } : known;
}

function unread(key: string, source: KeySource, at: number): CatalogueEntry {
  return {
    key,
    version: null,
    hash: null,
    leafIndex: null,
    verdict: null,
    source,
    firstSeenAt: at,
    readAt: null,
    gone: false,
    verified: null,
    placed: null,
    bookmarked: false,
    note: '',
    tags: [],
  };
}

async function loadEntries(database: Database): Promise<Map<string, CatalogueEntry>> {
  const entries = new Map<string, CatalogueEntry>();
  for await (const text of database.values()) {
    const entry = parseEntry(text);
    if (entry === null) throw new DamagedRecords('An entry of the catalogue cannot be read.');
    entries.set(entry.key, entry);
  }
  return entries;
}

function parseEntry(text: string): CatalogueEntry | null {
  try {
    return entrySchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** As JSON, which keeps lone surrogates apart; as UTF-8 they would all become the same replacement. */
function databaseKey(key: string): string {
  return JSON.stringify(key);
}
