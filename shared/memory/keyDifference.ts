import type { CatalogueEntry } from '../domain/catalogue.ts';
import type { ChangeKind, KeyChange, KeyChangeList, KeySide } from '../domain/keyChange.ts';

/** How a key differs from what was known at a time. */
export interface KeyDifference {
  readonly kind: ChangeKind;
  /** The newest change since then; null for a new key without one. */
  readonly last: KeyChange | null;
  /** What was known then; null for a new key, and where the changes right after that time are no longer kept. */
  readonly before: KeySide | null;
  /** As the newest reading stated it; null if the key was not returned. */
  readonly now: KeySide | null;
  /** Changes since then that are kept. */
  readonly count: number;
  /** Whether there were more, which are no longer kept. */
  readonly hasDropped: boolean;
}

/** @returns null if nothing is known to have changed since then (epoch milliseconds) */
export function differenceSince(
  entry: CatalogueEntry,
  list: KeyChangeList,
  since: number,
): KeyDifference | null {
  const kind = kindSince(entry, since);
  if (kind === null) return null;
  const changes = list.changes.filter(({ at }) => at >= since);
  const hasDropped = list.dropped > 0 && changes.length === list.changes.length;
  const last = changes.at(-1) ?? null;
  const { version, hash } = entry;
  const read = entry.readAt === null ? null : { version, valueHash: null, leafHash: hash };
  return {
    kind,
    last,
    before: kind === 'new' || hasDropped ? null : (changes[0]?.before ?? null),
    now: entry.gone ? null : (last?.after ?? read),
    count: changes.length,
    hasDropped,
  };
}

function kindSince({ changedAt, firstSeenAt, gone }: CatalogueEntry, since: number): ChangeKind | null {
  const isChanged = changedAt !== null && changedAt >= since;
  if (isChanged && gone) return 'missing';
  if (firstSeenAt >= since) return 'new';
  return isChanged ? 'changed' : null;
}
