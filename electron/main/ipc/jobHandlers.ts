import { refuseFile } from '../../../engine/storage/userFiles/userFiles.ts';
import path from 'node:path';
import { largestKeyFile } from '#shared/domain/keyImport.ts';
import { succeed } from '#shared/domain/result.ts';
import type { jobOperations } from '#shared/ipc/jobOperations.ts';
import type { Discoveries } from '../../../engine/discovery/discoveries.ts';
import type { KeyImports } from '../../../engine/discovery/imports/keyImports.ts';
import { startExport, type ExportRunEffects } from '../../../engine/reading/runs/exportRun.ts';
import type { Jobs } from '../../../engine/jobs/jobs.ts';
import { startReadRun, type ReadRunEffects } from '../../../engine/reading/runs/readRun.ts';
import type { Uploads } from '../../../engine/uploads/uploads.ts';
import type { IpcHandlers } from './register.ts';

/** Long jobs: starting, following, and ending them. */
export function createJobHandlers(
  effects: ReadRunEffects &
    ExportRunEffects & {
      readonly jobs: Jobs;
      readonly discoveries: Discoveries;
      readonly uploads: Pick<Uploads, 'restore'>;
      readonly imports: KeyImports;
    },
): IpcHandlers<typeof jobOperations> {
  const { jobs, discoveries, uploads, imports } = effects;
  return {
    listJobs: async ({ connectionId }) => {
      await discoveries.restore(connectionId);
      await uploads.restore(connectionId);
      return succeed(jobs.list(connectionId));
    },
    pauseJob: async ({ jobId }) => {
      jobs.pause(jobId);
      return succeed(null);
    },
    resumeJob: async ({ jobId }) => {
      jobs.resume(jobId);
      return succeed(null);
    },
    cancelJob: async ({ jobId }) => {
      jobs.cancel(jobId);
      return succeed(null);
    },
    dismissJob: async ({ jobId }) => {
      jobs.dismiss(jobId);
      imports.dismiss(jobId);
      return succeed(null);
    },
    startReading: async ({ connectionId, selection }) =>
      succeed(startReadRun(effects, connectionId, selection)),
    startExport: async ({ connectionId, selection, content, format, columns }) =>
      succeed(await startExport(effects, connectionId, selection, content, format, columns)),
    readKeyFile: async ({ connectionId, name, bytes }) =>
      bytes.byteLength > largestKeyFile
        ? refuseFile('too-large', name, 'The key file is too large.')
        : imports.read(connectionId, { name: path.basename(name), bytes }),
    readKeyTable: ({ importId, column, hasHeader }) => imports.readTable(importId, { column, hasHeader }),
    startImport: async ({ importId, how }) => imports.start(importId, how),
    dropImport: async ({ importId }) => {
      imports.drop(importId);
      return succeed(null);
    },
    learnMissingKeys: async ({ jobId }) => imports.learnMissing(jobId),
    startDiscovery: ({ connectionId, settings, afresh }) => discoveries.start(connectionId, settings, afresh),
  };
}
