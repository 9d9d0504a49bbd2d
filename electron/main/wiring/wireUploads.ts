import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { openUploadRows } from '../../../engine/uploads/rows/openUploadRows.ts';
import { createUploadHandlers } from '../ipc/uploadHandlers.ts';
import type { KeyStorage } from '../../../engine/storage/keychain/keyStorage.ts';
import { createDataKeys } from '../../../engine/storage/dataKeys.ts';
import { dataKeyLength } from '../../../engine/storage/recordCipher.ts';
import { createUploads } from '../../../engine/uploads/uploads.ts';
import type { Dialogs } from '../window/dialogs.ts';
import type { ReadingParts } from '../../../engine/composeReadings.ts';
import type { Surroundings } from '../../../engine/surroundings.ts';
import type { JobParts } from './wireJobs.ts';
import type { WriteParts } from './wireWrites.ts';

/** Uploads of files. */
export function wireUploads(
  surroundings: Surroundings,
  parts: Pick<ReadingParts, 'connections' | 'readings' | 'catalogues' | 'removals'> &
    Pick<JobParts, 'jobs'> &
    Pick<WriteParts, 'receipts' | 'sizes' | 'previousValues'> &
    Pick<Dialogs, 'askWhichToOpen' | 'askWhereToSave'> & { readonly keychain: KeyStorage },
) {
  const { folder, programs, tell, log } = surroundings;
  async function* knownKeys(connectionId: ConnectionId, atOnce: number) {
    const sort = { column: 'key', direction: 'ascending' } as const;
    const filter = { text: '', mode: 'contains' } as const;
    const query = { connectionId, filter, delimiter: '.', path: '', sort } as const;
    try {
      const { keys } = await parts.catalogues.of(connectionId);
      for (let from = 0; ; from += atOnce) {
        const { rows } = await keys.keys(query, { from, to: from + atOnce });
        if (rows.length > 0) yield rows;
        if (rows.length < atOnce) return;
      }
    } catch (error) {
      log('Could not read the known keys.', error);
    }
  }
  const uploads = createUploads({
    ...surroundings,
    ...parts,
    folder: path.join(folder, 'uploads'),
    dataKeys: createDataKeys(parts.keychain, 'uploads'),
    newDataKey: () => randomBytes(dataKeyLength),
    openRows: openUploadRows,
    workerFile: path.join(programs, 'upload-rows-worker.js'),
    knownKeys,
    changed: (connectionId) => tell('uploadChanged', { connectionId }),
    pace: { setTimer: surroundings.setTimer },
  });
  parts.removals.stopWith(uploads.letGo);
  parts.removals.deleteWith(uploads.forget);
  return { uploads, handlers: createUploadHandlers(uploads) };
}
