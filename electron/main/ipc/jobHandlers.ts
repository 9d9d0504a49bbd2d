import path from 'node:path';
import type { KeySelection } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { largestKeyFile } from '#shared/domain/keyImport.ts';
import { fail, refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import type { jobOperations } from '#shared/ipc/jobOperations.ts';
import type { Connections } from '../connections/connections.ts';
import type { Discoveries } from '../discovery/discoveries.ts';
import type { KeyImports } from '../imports/keyImports.ts';
import { startExport, type ExportRunEffects } from '../jobs/exportRun.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { startReadRun, type ReadRunEffects } from '../jobs/readRun.ts';
import type { Uploads } from '../uploads/uploads.ts';
import type { IpcHandlers } from './register.ts';

/** Long jobs: starting, following, and ending them. */
export function createJobHandlers(
  effects: ReadRunEffects &
    ExportRunEffects & {
      readonly jobs: Jobs;
      /** An unknown connection id would create a folder. */
      readonly connections: Pick<Connections, 'profile'>;
      readonly discoveries: Discoveries;
      readonly uploads: Pick<Uploads, 'restore'>;
      readonly imports: KeyImports;
    },
): IpcHandlers<typeof jobOperations> {
  const { jobs, connections, discoveries, uploads, imports } = effects;
  const using = async <T>(id: ConnectionId, use: () => Promise<Result<T>>): Promise<Result<T>> => {
    const profile = connections.profile(id);
    return profile.ok ? use() : profile;
  };
  const usingSelection = <T>(
    id: ConnectionId,
    selection: KeySelection,
    use: () => Promise<Result<T>>,
  ): Promise<Result<T>> =>
    using(id, async () =>
      selection.kind === 'query' && selection.query.connectionId !== id ? otherConnection : use(),
    );
  return {
    listJobs: ({ connectionId }) =>
      using(connectionId, async () => {
        await discoveries.restore(connectionId);
        await uploads.restore(connectionId);
        return succeed(jobs.list(connectionId));
      }),
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
    startReading: ({ connectionId, selection }) =>
      usingSelection(connectionId, selection, async () =>
        succeed(startReadRun(effects, connectionId, selection)),
      ),
    startExport: ({ connectionId, selection, content, format }) =>
      usingSelection(connectionId, selection, async () =>
        succeed(await startExport(effects, connectionId, selection, content, format)),
      ),
    readKeyFile: ({ connectionId, name, bytes }) =>
      using(connectionId, async () =>
        bytes.byteLength > largestKeyFile
          ? fail({
              code: 'file_failed',
              failure: 'too-large',
              path: name,
              message: 'The key file is too large.',
              requestId: null,
            })
          : imports.read(connectionId, { name: path.basename(name), bytes }),
      ),
    readKeyTable: ({ importId, column, hasHeader }) => imports.readTable(importId, { column, hasHeader }),
    startImport: async ({ importId, how }) => imports.start(importId, how),
    dropImport: async ({ importId }) => {
      imports.drop(importId);
      return succeed(null);
    },
    learnMissingKeys: async ({ jobId }) => imports.learnMissing(jobId),
    startDiscovery: ({ connectionId, settings, afresh }) =>
      using(connectionId, () => discoveries.start(connectionId, settings, afresh)),
  };
}

const otherConnection = refuseInput('selection', 'The selection belongs to another connection.');
