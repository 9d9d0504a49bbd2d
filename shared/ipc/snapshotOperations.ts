import { z } from 'zod';
import type { Connection } from '../domain/connection.ts';
import type { OpenSnapshot } from '../domain/snapshot.ts';
import { operation } from './operation.ts';

const snapshotId = z.strictObject({ id: z.string().regex(/^[a-z0-9-]{1,64}$/) });

/** Signed snapshot files. */
export const snapshotOperations = {
  /** Asks the user for a file, opens and checks it; null if the user cancels. */
  chooseSnapshot: operation<OpenSnapshot | null>()(z.undefined()),
  getSnapshot: operation<OpenSnapshot>()(snapshotId),
  /** Lists an open snapshot as a connection, and starts to read all of its atoms. */
  keepSnapshot: operation<Connection>()(snapshotId),
  /** Closes a snapshot that was not kept. */
  dropSnapshot: operation<null>()(snapshotId),
};
