import { z } from 'zod';
import {
  annotationChange,
  type CatalogueEntry,
  type CatalogueSummary,
  type LeafMap,
} from '../domain/catalogue.ts';
import {
  atomsQuery,
  keySelection,
  rowWindow,
  treeQuery,
  treeTarget,
  type RowPlace,
  type RowsAnswer,
  type TreeRow,
} from '../domain/catalogueQuery.ts';
import { changedFilter, type ChangeSummary, type KeyChangeList } from '../domain/keyChange.ts';
import { settlements, type KeyMemory } from '../domain/keyMemory.ts';
import type { RootInLedger, RootSighting } from '../domain/connection.ts';
import { connectionId, keyText } from './fields.ts';
import { operation } from './operation.ts';

/** The known keys. */
export const catalogueOperations = {
  catalogueSummary: operation<CatalogueSummary>()(z.strictObject({ connectionId })),
  /** What the root ledger of a connection says about a root (lowercase hex). */
  findRoot: operation<RootInLedger>()(
    z.strictObject({ connectionId, rootHash: z.string().regex(/^[0-9a-f]{2,256}$/) }),
  ),
  catalogueTree: operation<RowsAnswer<TreeRow>>()(
    z.strictObject({ query: treeQuery, window: rowWindow(1_000) }),
  ),
  locateInTree: operation<RowPlace>()(z.strictObject({ query: treeQuery, target: treeTarget })),
  catalogueAtoms: operation<RowsAnswer<CatalogueEntry>>()(
    z.strictObject({ query: atomsQuery, window: rowWindow(1_000) }),
  ),
  locateInAtoms: operation<RowPlace>()(z.strictObject({ query: atomsQuery, key: keyText })),
  catalogueKeys: operation<RowsAnswer<string>>()(
    z.strictObject({ query: atomsQuery, window: rowWindow(100_000) }),
  ),
  /** In the order of `keys`; null for unknown keys. */
  catalogueEntries: operation<readonly (CatalogueEntry | null)[]>()(
    z.strictObject({
      connectionId,
      keys: z.array(keyText).max(1_000).readonly(),
    }),
  ),
  leafMap: operation<LeafMap>()(z.strictObject({ connectionId, cells: z.number().int().min(1).max(10_000) })),
  changeSummary: operation<ChangeSummary>()(
    z.strictObject({ connectionId, since: changedFilter.shape.since }),
  ),
  /** In the order of `keys`. */
  keyChanges: operation<readonly KeyChangeList[]>()(
    z.strictObject({ connectionId, keys: z.array(keyText).max(1_000).readonly() }),
  ),
  /** Unknown keys are skipped. */
  annotateKeys: operation<{ readonly annotated: number }>()(
    z.strictObject({
      connectionId,
      keys: z.array(keyText).min(1).max(100_000).readonly(),
      change: annotationChange,
    }),
  ),
  /** A query in the selection must be about the same connection. */
  forgetKeys: operation<{ readonly forgotten: number }>()(
    z.strictObject({ connectionId, selection: keySelection }),
  ),
  /** What later responses about a key are compared with; null if there is nothing yet. */
  keyMemory: operation<KeyMemory | null>()(z.strictObject({ connectionId, key: keyText })),
  /** `settled`: the number of keys whose conflict was settled. */
  settleConflicts: operation<{ readonly settled: number }>()(
    z.strictObject({
      connectionId,
      selection: keySelection,
      settlement: z.enum(settlements),
    }),
  ),
  /** Returns the newest root of the ledger afterwards. */
  acceptRoot: operation<RootSighting | null>()(
    z.strictObject({
      connectionId,
      rootHash: z.string().max(1_000),
      /** Why, for the root ledger. */
      note: z.string().max(2_000).exactOptional(),
    }),
  ),
};
