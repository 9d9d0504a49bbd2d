import type { CatalogueEntry } from '../domain/catalogue.ts';
import type { ChangeKind, KeyChange, KeyChangeList, KeySide } from '../domain/keyChange.ts';

/** How a key differs from what was known at a time. */
export interface KeyDifference {
  readonly kind: ChangeKind;
  /** The newest change since then; null for a new key without one. */
  readonly last: KeyChange | null;
  /** What was known then; null for a new key, and where the changes right after that time are not there any more. */
  readonly before: KeySide | null;
  /** As the newest reading stated it; null if the key was not returned. */
  readonly now: KeySide | null;
  /** Changes since then that are kept. */
  readonly count: number;
  /** Whether those right after that time are there, too: `dropped` to make room for newer ones, or `unreadable`. */
  readonly older: 'kept' | 'dropped' | 'unreadable';
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
  const older = changes.length < list.changes.length ? 'kept' : olderThan(list);
  const last = changes.at(-1) ?? null;
  const { version, hash } = entry;
  const read = entry.readAt === null ? null : { version, valueHash: null, leafHash: hash };
  return {
    kind,
    last,
    before: kind === 'new' || older !== 'kept' ? null : (changes[0]?.before ?? null),
    now: entry.gone ? null : (last?.after ?? read),
    count: changes.length,
    older,
  };
}

function olderThan({ dropped }: KeyChangeList): KeyDifference['older'] {
  if (dropped === null) return 'unreadable';
  return dropped > 0 ? 'dropped' : 'kept';
}

function kindSince({ changedAt, firstSeenAt, gone }: CatalogueEntry, since: number): ChangeKind | null {
  const isChanged = changedAt !== null && changedAt >= since;
  if (isChanged && gone) return 'missing';
  if (firstSeenAt >= since) return 'new';
  return isChanged ? 'changed' : null;
}
