import { z } from 'zod';
import type { RowsAnswer } from '../domain/catalogueQuery.ts';
import {
  ledgerRootHash as rootHash,
  rootsQuery,
  type LedgerConsistency,
  type LedgerRoot,
  type LedgerRootDetails,
  type LedgerSummary,
  type VerifiedLedger,
} from '../domain/rootLedger.ts';
import type { SavedFile } from './appTypes.ts';
import { rowWindow } from '../domain/catalogueQuery.ts';
import { connectionId } from './fields.ts';
import { operation } from './operation.ts';

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The root ledger of a connection. */
export const ledgerOperations = {
  ledgerSummary: operation<LedgerSummary>()(z.strictObject({ connectionId })),
  ledgerRoots: operation<RowsAnswer<LedgerRoot>>()(
    z.strictObject({ query: rootsQuery, window: rowWindow(1_000) }),
  ),
  /** Row index of a root; -1 if the query does not find it. */
  locateLedgerRoot: operation<number>()(z.strictObject({ query: rootsQuery, rootHash })),
  /** null if the root was never seen. */
  ledgerRoot: operation<LedgerRootDetails | null>()(z.strictObject({ connectionId, rootHash })),
  /** Reads the files of the ledger and checks all of them. Progress comes with `ledgerVerifying`. */
  verifyLedger: operation<VerifiedLedger>()(z.strictObject({ connectionId })),
  /** That the head over `from` entries is the beginning of the head over `to`. */
  ledgerConsistency: operation<LedgerConsistency>()(z.strictObject({ connectionId, from: count, to: count })),
  /** Signs the head over all entries. */
  signLedger: operation<LedgerSummary>()(z.strictObject({ connectionId })),
  /** Signs the head, and asks the user where to save. */
  exportLedger: operation<SavedFile>()(
    z.strictObject({
      connectionId,
      what: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.enum(['entries', 'checkpoint']) }),
        z.strictObject({ kind: z.literal('proof'), entry: count }),
      ]),
    }),
  ),
};
