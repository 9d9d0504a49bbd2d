import type { CatalogueEntry, Coverage } from '#shared/domain/catalogue.ts';
import type { KeySelection } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { KeyChangeList } from '#shared/domain/keyChange.ts';
import type { KeyNews } from './keyNews.ts';

/** The part of a connection's known keys that long jobs use. */
export interface JobMemory {
  /** The keys of a selection, in order and in batches. */
  readonly selected: (id: ConnectionId, selection: KeySelection) => AsyncIterable<readonly string[]>;
  /** In the order of the keys; null for unknown ones. */
  readonly entries: (
    id: ConnectionId,
    keys: readonly string[],
  ) => Promise<readonly (CatalogueEntry | null)[]>;
  /** What was recorded of the changes of keys, in their order. */
  readonly changes: (id: ConnectionId, keys: readonly string[]) => Promise<readonly KeyChangeList[]>;
  /** When recording began; epoch milliseconds. */
  readonly changesRecordedSince: (id: ConnectionId) => Promise<number>;
  /** Resolves when it is on disk. */
  readonly learn: (id: ConnectionId, news: readonly KeyNews[]) => Promise<void>;
  readonly coverage: (id: ConnectionId) => Promise<Coverage>;
}

/** All keys of a selection. */
export async function allSelected(
  memory: Pick<JobMemory, 'selected'>,
  id: ConnectionId,
  selection: KeySelection,
): Promise<readonly string[]> {
  const parts: (readonly string[])[] = [];
  for await (const some of memory.selected(id, selection)) parts.push(some);
  return parts.flat();
}
