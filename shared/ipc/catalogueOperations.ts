import { z } from 'zod';
import type { CatalogueEntry, CatalogueSummary, LeafMap } from '../domain/catalogue.ts';
import type { RowPlace, RowsAnswer, TreeRow } from '../domain/catalogueQuery.ts';
import { settlements, type KeyMemory } from '../domain/keyMemory.ts';
import type { RootInLedger, RootSighting } from '../domain/connection.ts';
import {
  annotationChange,
  atomsQuery,
  keySelection,
  rowWindow,
  treeQuery,
  treeTarget,
} from './catalogueInput.ts';
import { connectionId } from './connectionIdInput.ts';
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
  locateInAtoms: operation<RowPlace>()(z.strictObject({ query: atomsQuery, key: z.string().max(1_000_000) })),
  catalogueKeys: operation<RowsAnswer<string>>()(
    z.strictObject({ query: atomsQuery, window: rowWindow(100_000) }),
  ),
  /** In the order of `keys`; null for unknown keys. */
  catalogueEntries: operation<readonly (CatalogueEntry | null)[]>()(
    z.strictObject({
      connectionId,
      keys: z.array(z.string().max(1_000_000)).max(1_000).readonly(),
    }),
  ),
  leafMap: operation<LeafMap>()(z.strictObject({ connectionId, cells: z.number().int().min(1).max(10_000) })),
  /** Unknown keys are skipped. */
  annotateKeys: operation<{ readonly annotated: number }>()(
    z.strictObject({
      connectionId,
      keys: z.array(z.string().max(1_000_000)).min(1).max(100_000).readonly(),
      change: annotationChange,
    }),
  ),
  /** A query in the selection must be about the same connection. */
  forgetKeys: operation<{ readonly forgotten: number }>()(
    z.strictObject({ connectionId, selection: keySelection }),
  ),
  /** What later responses about a key are compared with; null if there is nothing yet. */
  keyMemory: operation<KeyMemory | null>()(z.strictObject({ connectionId, key: z.string().max(1_000_000) })),
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
