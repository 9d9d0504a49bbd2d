import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { KeyChange, KeyChangeList, KeySide } from '#shared/domain/keyChange.ts';
import type { KeyMemory } from '#shared/domain/keyMemory.ts';
import type { KeyNews } from './keyNews.ts';

/** Changes kept of each key; the oldest are dropped first. */
export const mostChangesKept = 20;

/**
 * What news shows compared with the entry before it; null if nothing, or if the key was never read, so that there is nothing to
 * compare with.
 *
 * @param memory of the key before the news
 */
export function changeOf(
  before: CatalogueEntry | null,
  memory: KeyMemory | null,
  news: KeyNews,
): KeyChange | null {
  if (before === null || before.verdict === null || before.readAt === null) return null;
  if (news.kind === 'named') return null;
  const was = sideOf(before, memory);
  const base = { at: news.at, beforeAt: before.readAt, before: was };
  if (news.kind === 'not-returned')
    return before.gone ? null : { ...base, kind: 'missing', after: null, verdict: null };
  const { version, hash, verdict, said } = news;
  const after: KeySide = {
    version,
    valueHash: said?.statement.valueHash ?? null,
    leafHash: said?.statement.leafHash ?? hash,
  };
  const kind = before.gone
    ? 'returned'
    : isOtherSide(was, after) || isOther(before.hash, hash)
      ? 'content'
      : (before.verdict === 'red') === (verdict === 'red')
        ? null
        : 'verdict';
  return kind === null ? null : { ...base, kind, after, verdict };
}

/** The content of the last reading. The memory has more of it, unless that reading failed and was not remembered. */
function sideOf({ version, hash }: CatalogueEntry, memory: KeyMemory | null): KeySide {
  if (memory === null || memory.last.version !== version) return { version, valueHash: null, leafHash: hash };
  const { valueHash, leafHash } = memory.last;
  return { version, valueHash, leafHash };
}

function isOtherSide(before: KeySide, after: KeySide): boolean {
  return (
    before.version !== after.version ||
    isOther(before.valueHash, after.valueHash) ||
    isOther(before.leafHash, after.leafHash)
  );
}

function isOther(before: string | null, after: string | null): boolean {
  return before !== null && after !== null && before !== after;
}

export function withChange({ changes, dropped }: KeyChangeList, change: KeyChange): KeyChangeList {
  const all = [...changes, change];
  const excess = Math.max(0, all.length - mostChangesKept);
  return { changes: all.slice(excess), dropped: dropped === null ? null : dropped + excess };
}
