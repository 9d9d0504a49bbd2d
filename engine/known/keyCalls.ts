import type { AnnotationChange, CatalogueEntry, KeySource, LeafMap } from '#shared/domain/catalogue.ts';
import type {
  AtomRow,
  AtomsQuery,
  KeySelection,
  RowPlace,
  RowsAnswer,
  RowWindow,
  SeenField,
  TreeQuery,
  TreeRow,
  TreeTarget,
  ValueCoverage,
} from '#shared/domain/catalogueQuery.ts';
import type { LeafSpan } from '#shared/merkle/emptySubtrees.ts';
import type { ChangeSummary, KeyChangeList } from '#shared/domain/keyChange.ts';
import type { CatalogueCounts } from '#shared/keyIndex/catalogueIndex.ts';
import type { ChangeCounts } from '#shared/keyIndex/countChanges.ts';
import type { KeyMemory, Settlement } from '#shared/domain/keyMemory.ts';
import type { BatchFindings, BatchToCheck, TakenBatch } from './batchMessages.ts';
import type { KeyNews } from './keyNews.ts';
import type { PackedKeys } from './packedKeys.ts';

/**
 * What the thread is asked about the known keys of one connection. Each call includes everything learned before it.
 */
export interface KeyCalls {
  /** To whether anything changed, when everything is on disk. */
  readonly learn: (news: readonly KeyNews[]) => Changed<boolean>;
  /** As `learn`, keys whose existence alone is news. */
  readonly learnNames: (keys: readonly string[], source: KeySource, at: number) => Changed<boolean>;
  /** The memories of the keys that have one. */
  readonly remembered: (keys: readonly string[]) => ReadonlyMap<string, KeyMemory>;
  /** Keys whose last reading was proven, none of `except`; at most so many. */
  readonly proven: (except: readonly string[], most: number) => readonly string[];
  /** Those that the last request for them did not return. */
  readonly gone: (keys: readonly string[]) => readonly string[];
  /** A response of an audit, which is checked where the keys are; null if it cannot be read. */
  readonly takeBatch: (token: string, body: Uint8Array, keys: readonly string[]) => TakenBatch | null;
  readonly checkBatch: (batch: BatchToCheck) => BatchFindings;
  /** As `learn`, what was found in a response that was checked. */
  readonly learnBatch: (token: string) => Changed<boolean>;
  /** Settles the contradictions of these keys. To how many keys had one. */
  readonly settle: (selection: KeySelection, settlement: Settlement) => Changed<number>;
  /** In the order of the request; null for keys that are not known. */
  readonly entries: (keys: readonly string[]) => readonly (CatalogueEntry | null)[];
  /**
   * `treeSize`: of the largest tree seen; null if none was seen. `empty`: leaves that proofs showed to be empty, sorted and
   * not overlapping.
   */
  readonly counts: (treeSize: bigint | null, empty: readonly LeafSpan[]) => CatalogueCounts;
  readonly tree: (query: TreeQuery, window: RowWindow) => RowsAnswer<TreeRow>;
  readonly locateInTree: (query: TreeQuery, target: TreeTarget) => RowPlace;
  readonly atoms: (query: AtomsQuery, window: RowWindow) => RowsAnswer<AtomRow>;
  readonly locateInAtoms: (query: AtomsQuery, key: string) => RowPlace;
  readonly keys: (query: AtomsQuery, window: RowWindow) => RowsAnswer<string>;
  readonly leafMap: (treeSize: bigint | null, cells: number, empty: readonly LeafSpan[]) => LeafMap;
  /** What changed since a time. `olderSize`: leaves of the tree then, if that is known. */
  readonly changeCounts: (
    since: number,
    olderSize: bigint | null,
  ) => ChangeCounts & Pick<ChangeSummary, 'recordedSince'>;
  /** In the order of the request. */
  readonly changes: (keys: readonly string[]) => readonly KeyChangeList[];
  /** For the record of the state. */
  readonly held: () => HeldKeys;
  /** That there is a record of this generation, so that no earlier one can take its place. */
  readonly noteRecord: (generation: number) => null;
  /** To how many keys were changed. Refused without any change if a key would get too many tags. */
  readonly annotate: (keys: readonly string[], change: AnnotationChange) => Changed<number | 'too-many-tags'>;
  /** To how many keys were removed. */
  readonly forget: (selection: KeySelection) => Changed<number>;
  readonly select: (selection: KeySelection) => PackedKeys;
  /** Keeps values from a history in memory, of keys that have none there. */
  readonly putValues: (values: readonly (readonly [key: string, value: string])[]) => Changed<null>;
  /** Drops the values of these keys from memory; null for all. */
  readonly dropValues: (keys: readonly string[] | null) => Changed<null>;
  readonly valueCoverage: () => Omit<ValueCoverage, 'history'>;
  readonly seenFields: () => readonly SeenField[];
  /** Those that are in memory, in the order of the keys; null for the others. */
  readonly values: (keys: readonly string[]) => readonly (string | null)[];
}

/** The known keys, by what later ones must still contain. */
export interface HeldKeys {
  /** How often anything was written; it never goes back. */
  readonly writes: number;
  /** Keys. */
  readonly count: number;
}

/** What was there when the known keys were opened. */
export interface OpenedKeys {
  readonly recoveredFrom: string | null;
  readonly openedWith: HeldKeys;
  /** The newest generation of the record of the state that was noted; 0 if none was. */
  readonly recordNoted: number;
}

export type KeyCall = keyof KeyCalls;

/** The answer of a call that may change keys. */
export interface Changed<T> {
  readonly isChanged: boolean;
  readonly revision: number;
  readonly answer: T;
}

/** The thread with the known keys of all connections. The folder of a store identifies it. */
export interface CatalogueHost {
  /** An open store stays open. */
  readonly open: (folder: string, firstRevision: number) => Promise<OpenedKeys>;
  /** Whether values that are read are kept in memory, in all stores; at first not. When that ends, all are dropped. */
  readonly keepValues: (keeps: boolean) => Promise<null>;
  /** One of `KeyCalls`. */
  readonly ask: (folder: string, call: KeyCall, ...input: readonly unknown[]) => Promise<unknown>;
  readonly close: (folder: string) => Promise<void>;
}
