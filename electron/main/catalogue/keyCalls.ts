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
import type { CatalogueCounts } from '#shared/keyIndex/catalogueIndex.ts';
import type { KeyMemory, Settlement } from '#shared/domain/keyMemory.ts';
import type { BatchFindings, BatchToCheck, TakenBatch } from '../audits/batchMessages.ts';
import type { KeyNews } from './keyNews.ts';
import type { PackedKeys } from './packedKeys.ts';

/**
 * Calls from the main process to the worker thread about the known keys of one connection: call → [input,
 * output].
 */
export interface KeyCalls {
  /**
   * Opens the store in a folder. The folder name identifies the store in all other calls. An open store stays
   * open.
   */
  open: [{ readonly firstRevision: number }, { readonly recoveredFrom: string | null }];
  close: [null, null];
  learn: [{ readonly news: readonly KeyNews[] }, Changed];
  remembered: [{ readonly keys: readonly string[] }, ReadonlyMap<string, KeyMemory>];
  gone: [{ readonly keys: readonly string[] }, readonly string[]];
  /** A response of an audit, which is decoded; null if it cannot be read. */
  takeBatch: [
    { readonly token: string; readonly body: Uint8Array; readonly keys: readonly string[] },
    TakenBatch | null,
  ];
  /** Checks it against the known keys. */
  checkBatch: [BatchToCheck, BatchFindings];
  /** Learns from it what was found. */
  learnBatch: [{ readonly token: string }, Changed];
  settle: [
    { readonly selection: KeySelection; readonly settlement: Settlement },
    Changed & { readonly settled: number },
  ];
  entries: [{ readonly keys: readonly string[] }, readonly (CatalogueEntry | null)[]];
  counts: [{ readonly treeSize: bigint | null; readonly empty: readonly LeafSpan[] }, CatalogueCounts];
  tree: [{ readonly query: TreeQuery; readonly window: RowWindow }, RowsAnswer<TreeRow>];
  locateInTree: [{ readonly query: TreeQuery; readonly target: TreeTarget }, RowPlace];
  atoms: [{ readonly query: AtomsQuery; readonly window: RowWindow }, RowsAnswer<CatalogueEntry>];
  locateInAtoms: [{ readonly query: AtomsQuery; readonly key: string }, RowPlace];
  keys: [{ readonly query: AtomsQuery; readonly window: RowWindow }, RowsAnswer<string>];
  leafMap: [
    { readonly treeSize: bigint | null; readonly cells: number; readonly empty: readonly LeafSpan[] },
    LeafMap,
  ];
  annotate: [
    { readonly keys: readonly string[]; readonly change: AnnotationChange },
    Changed & { readonly annotated: number | 'too-many-tags' },
  ];
  forget: [{ readonly selection: KeySelection }, Changed & { readonly forgotten: number }];
  select: [{ readonly selection: KeySelection }, PackedKeys];
}

export type KeyCall = keyof KeyCalls;

interface Changed {
  readonly isChanged: boolean;
  readonly revision: number;
}

/** What the thread is asked for: one of `KeyCalls`. */
export interface CatalogueHost {
  readonly ask: (folder: string, call: KeyCall, input: KeyCalls[KeyCall][0]) => Promise<KeyCalls[KeyCall][1]>;
}
