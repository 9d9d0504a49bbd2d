import type { AnnotationChange, CatalogueEntry, KeySource, LeafPlace } from '#shared/domain/catalogue.ts';
import type { KeyConflict, KeyMemory, KeyStatement, MemoryFinding } from '#shared/domain/keyMemory.ts';
import { memoryAfter, provenBy } from '#shared/memory/compareWithMemory.ts';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';

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
      /**
       * What to remember: the verdict of the proof alone, and how it compares with the earlier memory. Absent
       * if the other fields are enough.
       */
      readonly said?: { readonly statement: KeyStatement; readonly finding: MemoryFinding | null };
    }
  /** `conflict`: what makes this a contradiction; null if it is not one. */
  | {
      readonly kind: 'not-returned';
      readonly key: string;
      readonly at: number;
      readonly conflict: KeyConflict | null;
    };

/** The memory of a key after the news. */
export function rememberNews(known: KeyMemory | null, news: KeyNews): KeyMemory | null {
  switch (news.kind) {
    case 'named':
      return known;
    case 'not-returned':
      return known === null || news.conflict === null ? known : { ...known, conflict: news.conflict };
    case 'read':
      return news.said === undefined ? known : memoryAfter(known, news.said.statement, news.said.finding);
  }
}

/** What an entry shows if it has no memory because an earlier version of the app wrote it. */
export function memoryOfEntry(entry: CatalogueEntry): KeyMemory | null {
  const { verdict, version, hash, placed, readAt: at } = entry;
  if (verdict === null || verdict === 'red' || at === null) return null;
  const last: KeyStatement = {
    version,
    valueHash: null,
    leafHash: hash !== null && /^[0-9a-f]+$/.test(hash) ? hash : null,
    rootHash: placed?.rootHash ?? null,
    treeSize: placed?.treeSize ?? null,
    at,
    verdict,
  };
  return { last, firstAt: at, proven: provenBy(last), conflict: null };
}

/** The entry after the news; null if there is no entry and the news does not create one. */
export function withNews(known: CatalogueEntry | null, news: KeyNews): CatalogueEntry | null {
  switch (news.kind) {
    case 'named':
      return known ?? unread(news.key, news.source, news.at);
    case 'not-returned':
      // A key that was looked up and never existed is not added.
      return known === null ? null : { ...known, gone: true, readAt: news.at };
    case 'read':
      return {
        ...(known ?? unread(news.key, news.source, news.at)),
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
    changedAt: null,
    conflicting: false,
    placed: null,
    bookmarked: false,
    note: '',
    tags: [],
  };
}

export function annotated(entry: CatalogueEntry, change: AnnotationChange): CatalogueEntry {
  const tags = new Set([...entry.tags, ...(change.addTags ?? [])]);
  for (const tag of change.removeTags ?? []) tags.delete(tag);
  return {
    ...entry,
    bookmarked: change.bookmarked ?? entry.bookmarked,
    note: change.note ?? entry.note,
    tags: [...tags].sort(),
  };
}

export const leafMarks = ['moved', 'rewritten', 'two-leaves'] as const;
/**
 * What two readings of a key show about its leaf: the same version at another position in another tree,
 * another leaf at the same position in another tree, or another leaf at the same position in one tree.
 */
export type LeafMark = (typeof leafMarks)[number];

/**
 * What a reading shows compared with the one before it; null if nothing. A reading that failed its checks
 * shows nothing.
 */
export function leafMark(before: CatalogueEntry | null, after: CatalogueEntry): LeafMark | null {
  if (before === null || before.placed === null || after.placed === null) return null;
  if (before.verdict === 'red' || after.verdict === 'red') return null;
  if (before.leafIndex === null || after.leafIndex === null) return null;
  const isSameTree =
    before.placed.rootHash === after.placed.rootHash && before.placed.treeSize === after.placed.treeSize;
  const isSameLeaf = before.hash === after.hash;
  if (before.leafIndex === after.leafIndex) {
    if (isSameLeaf) return null;
    return isSameTree ? 'two-leaves' : 'rewritten';
  }
  return !isSameTree && isSameLeaf && before.version === after.version ? 'moved' : null;
}
