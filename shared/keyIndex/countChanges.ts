import type { ChangedFilter, ChangeKind, ChangeSummary } from '../domain/keyChange.ts';
import type { EntryColumns } from './entryColumns.ts';

export interface ChangeCounts extends Pick<ChangeSummary, 'counts' | 'keys' | 'olderKeys' | 'olderRead'> {
  /** Leaves that the tree did not have then and that hold a known key. */
  readonly knownNew: number;
}

type ChangeColumns = Pick<EntryColumns, 'changeSince' | 'firstSeenAt' | 'readAt' | 'leafOf'>;

/**
 * Counts the changes of some keys since a time.
 *
 * @param olderSize leaves of the tree then; null if that is not known
 */
export function countChanges(
  numbers: Uint32Array,
  columns: ChangeColumns,
  since: number,
  olderSize: bigint | null,
): ChangeCounts {
  const counts: Record<ChangeKind, number> = { new: 0, changed: 0, missing: 0 };
  const newLeaves = new Set<string>();
  let olderKeys = 0;
  let olderRead = 0;
  for (const number of numbers) {
    const kind = columns.changeSince(number, since);
    if (kind !== null) counts[kind] += 1;
    if (columns.firstSeenAt(number) < since) {
      olderKeys += 1;
      if ((columns.readAt(number) ?? -1) >= since) olderRead += 1;
    }
    if (olderSize === null) continue;
    const leaf = columns.leafOf(number);
    if (leaf !== null && BigInt(leaf) >= olderSize) newLeaves.add(leaf);
  }
  return { counts, keys: numbers.length, olderKeys, olderRead, knownNew: newLeaves.size };
}

/** Whether a change of this kind passes a filter; null: there is none. */
export function passesChange(kind: ChangeKind | null, { kinds }: ChangedFilter): boolean {
  return kind !== null && (kinds === undefined || kinds.includes(kind));
}
