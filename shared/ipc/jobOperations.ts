import { z } from 'zod';
import { discoverySettings, exportContents, exportFormats, type Job, type JobOf } from '../domain/job.ts';
import type { ImportReading } from '../domain/keyImport.ts';
import { atomColumn, keySelection, mostFields, sortColumns } from '../domain/catalogueQuery.ts';
import { connectionId } from './fields.ts';
import { operation } from './operation.ts';

const jobId = z.string().min(1).max(100);

/** Long work: starting it and controlling it. */
export const jobOperations = {
  /** Jobs in progress, jobs that ended and were not dismissed, and a discovery that an earlier session did not finish. */
  listJobs: operation<readonly Job[]>()(z.strictObject({ connectionId })),
  /** Pause, resume, cancel, and dismiss do nothing if the job is in another state. */
  pauseJob: operation<null>()(z.strictObject({ jobId })),
  resumeJob: operation<null>()(z.strictObject({ jobId })),
  cancelJob: operation<null>()(z.strictObject({ jobId })),
  /** Removes a job that ended from the list. */
  dismissJob: operation<null>()(z.strictObject({ jobId })),
  /** Reads and verifies a selection. A query in it must be about the same connection. */
  startReading: operation<JobOf<'read'>>()(z.strictObject({ connectionId, selection: keySelection })),
  /** Asks the user where to save; null if they cancel. */
  startExport: operation<JobOf<'export'> | null>()(
    z.strictObject({
      connectionId,
      selection: keySelection,
      content: z.enum(exportContents),
      format: z.enum(exportFormats),
      /** Of `table`. */
      columns: z
        .array(atomColumn)
        .min(1)
        .max(sortColumns.length + mostFields)
        .readonly()
        .exactOptional(),
    }),
  ),
  /** Reads a file of keys. No key is added and no request is sent before `startImport`. */
  readKeyFile: operation<ImportReading>()(
    z.strictObject({
      connectionId,
      name: z.string().min(1).max(1_000),
      bytes: z.instanceof(Uint8Array),
    }),
  ),
  /** Reads the same file again with the column that the user chose. */
  readKeyTable: operation<ImportReading>()(
    z.strictObject({
      importId: jobId,
      column: z.number().int().min(0),
      hasHeader: z.boolean(),
    }),
  ),
  /** `verify`: reads the keys from the service and adds those that exist. `learn`: adds all, unread. */
  startImport: operation<JobOf<'import'>>()(
    z.strictObject({ importId: jobId, how: z.enum(['verify', 'learn']) }),
  ),
  dropImport: operation<null>()(z.strictObject({ importId: jobId })),
  /** Adds the keys that a finished import found missing to the known keys, unread. */
  learnMissingKeys: operation<JobOf<'import'>>()(z.strictObject({ jobId })),
  /** With `afresh`, requests of an earlier discovery of this connection are sent again; otherwise they are not. */
  startDiscovery: operation<JobOf<'discovery'>>()(
    z.strictObject({ connectionId, afresh: z.boolean(), settings: discoverySettings }),
  ),
};
