import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { createDataKeys } from '../../engine/storage/dataKeys.ts';
import { dataKeyLength } from '../../engine/storage/recordCipher.ts';
import { openUploadRows } from '../../engine/uploads/rows/openUploadRows.ts';
import { createUploads } from '../../engine/uploads/uploads.ts';
import { composeWrites } from '../session/composeWrites.ts';
import type { Session } from '../session/openSession.ts';

/** Uploads of files, as in the app. */
export function composeUploads(session: Session, outcomeFile: string | null) {
  const { surroundings, core, jobs, keychain } = session;
  const writing = composeWrites(session);
  const uploads = createUploads({
    ...surroundings,
    ...writing,
    connections: core.connections,
    readings: core.readings,
    jobs,
    folder: path.join(surroundings.folder, 'uploads'),
    dataKeys: createDataKeys(keychain, 'uploads'),
    newDataKey: () => randomBytes(dataKeyLength),
    openRows: openUploadRows,
    workerFile: path.join(surroundings.programs, 'upload-rows-worker.js'),
    knownKeys: noKeys,
    changed: () => undefined,
    pace: { setTimer: surroundings.setTimer },
    askWhichToOpen: async () => [],
    askWhereToSave: async () => outcomeFile,
  });
  return {
    uploads,
    sizes: writing.sizes,
    close: async (): Promise<void> => {
      await jobs.close();
      await uploads.close();
      await writing.close();
    },
  };
}

/** Only the window shows which known keys a file lacks. */
// oxlint-disable-next-line require-yield -- it has nothing to yield
async function* noKeys(_id: ConnectionId, _atOnce: number): AsyncGenerator<readonly string[]> {
  await Promise.resolve();
}
