import type { AnnotationChange, CatalogueEntry, LeafMap } from '#shared/domain/catalogue.ts';
import type {
  AtomsQuery,
  KeySelection,
  RowPlace,
  RowsAnswer,
  RowWindow,
  TreeQuery,
  TreeRow,
  TreeTarget,
} from '#shared/domain/catalogueQuery.ts';
import type { LeafSpan } from '#shared/merkle/emptySubtrees.ts';
import type { KeyMemory, Settlement } from '#shared/domain/keyMemory.ts';
import type { CatalogueCounts } from '#shared/keyIndex/catalogueIndex.ts';
import type { CatalogueThread } from './catalogueThread.ts';
import type { BatchFindings, BatchToCheck, TakenBatch } from '../audits/batchMessages.ts';
import type { KeyNews } from './keyNews.ts';
import { unpackKeys } from './packedKeys.ts';

export type { KeyNews } from './keyNews.ts';

/** The keys known of one connection. They live in a worker thread, which handles calls one at a time. */
export interface KnownKeys {
  /** Resolves when everything is on disk, to whether anything changed. */
  readonly learn: (news: readonly KeyNews[]) => Promise<boolean>;
  /** The memories of the keys that have one, including everything learned before the call. */
  readonly remembered: (keys: readonly string[]) => Promise<ReadonlyMap<string, KeyMemory>>;
  /** Those that the last request for them did not return. */
  readonly gone: (keys: readonly string[]) => Promise<readonly string[]>;
  /** Responses of audits are checked where the keys are. */
  readonly takeBatch: (
    token: string,
    body: Uint8Array,
    keys: readonly string[],
  ) => Promise<TakenBatch | null>;
  readonly checkBatch: (batch: BatchToCheck) => Promise<BatchFindings>;
  /** As `learn`, what was found in a response that was checked. */
  readonly learnBatch: (token: string) => Promise<boolean>;
  /** Settles the contradictions of these keys. Resolves to how many keys had one. */
  readonly settle: (selection: KeySelection, settlement: Settlement) => Promise<number>;
  /** In the order of the request; null for keys that are not known. */
  readonly entries: (keys: readonly string[]) => Promise<readonly (CatalogueEntry | null)[]>;
  /** `treeSize`: of the largest tree seen; null if none was seen. */
  /** `empty`: leaves that proofs showed to be empty, sorted and not overlapping. */
  readonly counts: (treeSize: bigint | null, empty: readonly LeafSpan[]) => Promise<CatalogueCounts>;
  readonly tree: (query: TreeQuery, window: RowWindow) => Promise<RowsAnswer<TreeRow>>;
  readonly locateInTree: (query: TreeQuery, target: TreeTarget) => Promise<RowPlace>;
  readonly atoms: (query: AtomsQuery, window: RowWindow) => Promise<RowsAnswer<CatalogueEntry>>;
  readonly locateInAtoms: (query: AtomsQuery, key: string) => Promise<RowPlace>;
  readonly keys: (query: AtomsQuery, window: RowWindow) => Promise<RowsAnswer<string>>;
  readonly leafMap: (treeSize: bigint | null, cells: number, empty: readonly LeafSpan[]) => Promise<LeafMap>;
  /** Resolves to how many keys were changed. Refused without any change if a key would get too many tags. */
  readonly annotate: (keys: readonly string[], change: AnnotationChange) => Promise<number | 'too-many-tags'>;
  /** Resolves to how many keys were removed. */
  readonly forget: (selection: KeySelection) => Promise<number>;
  /**
   * The selected keys, in batches. The selection is fixed by the first call: keys that are added or removed
   * later do not change it. Listed keys are used as they are, known or not.
   */
  readonly selected: (selection: KeySelection) => AsyncIterable<string[]>;
  readonly recoveredFrom: string | null;
  readonly close: () => Promise<void>;
}

/** Number of keys in each batch of `selected`. */
const keysAtOnce = 1_000;

/** `changed`: called with the new revision after every change. */
export async function openKnownKeys(
  thread: CatalogueThread,
  folder: string,
  changed: (revision: number) => void,
): Promise<KnownKeys> {
  const { recoveredFrom } = await thread.call(folder, 'open', { firstRevision: 0 });
  const tell = <T extends { readonly isChanged: boolean; readonly revision: number }>(answer: T): T => {
    if (answer.isChanged) changed(answer.revision);
    return answer;
  };
  return {
    learn: async (news) => news.length > 0 && tell(await thread.call(folder, 'learn', { news })).isChanged,
    remembered: (keys) => thread.call(folder, 'remembered', { keys }),
    gone: (keys) => thread.call(folder, 'gone', { keys }),
    takeBatch: (token, body, keys) => thread.call(folder, 'takeBatch', { token, body, keys }),
    checkBatch: (batch) => thread.call(folder, 'checkBatch', batch),
    learnBatch: async (token) => tell(await thread.call(folder, 'learnBatch', { token })).isChanged,
    settle: async (selection, settlement) =>
      tell(await thread.call(folder, 'settle', { selection, settlement })).settled,
    entries: (keys) => thread.call(folder, 'entries', { keys }),
    counts: (treeSize, empty) => thread.call(folder, 'counts', { treeSize, empty }),
    tree: (query, window) => thread.call(folder, 'tree', { query, window }),
    locateInTree: (query, target) => thread.call(folder, 'locateInTree', { query, target }),
    atoms: (query, window) => thread.call(folder, 'atoms', { query, window }),
    locateInAtoms: (query, key) => thread.call(folder, 'locateInAtoms', { query, key }),
    keys: (query, window) => thread.call(folder, 'keys', { query, window }),
    leafMap: (treeSize, cells, empty) => thread.call(folder, 'leafMap', { treeSize, cells, empty }),
    annotate: async (keys, change) => tell(await thread.call(folder, 'annotate', { keys, change })).annotated,
    forget: async (selection) => tell(await thread.call(folder, 'forget', { selection })).forgotten,
    selected: async function* (selection) {
      yield* unpackKeys(await thread.call(folder, 'select', { selection }), keysAtOnce);
    },
    recoveredFrom,
    close: async () => {
      await thread.call(folder, 'close', null);
    },
  };
}
