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
  parts: Pick<ReadingParts, 'connections' | 'readings' | 'catalogues'> &
    Pick<JobParts, 'jobs'> &
    Pick<WriteParts, 'receipts' | 'sizes' | 'previousValues'> &
    Pick<Dialogs, 'askWhatToOpen' | 'askWhereToSave'> & { readonly keychain: KeyStorage },
) {
  const { folder, programs, tell, log } = surroundings;
  const someKeys = async (connectionId: ConnectionId) => {
    const sort = { column: 'key', direction: 'ascending' } as const;
    const query = {
      connectionId,
      filter: { text: '', mode: 'contains' },
      delimiter: '.',
      path: '',
      sort,
    } as const;
    try {
      const { keys } = await parts.catalogues.of(connectionId);
      return (await keys.keys(query, { from: 0, to: 5 })).rows;
    } catch (error) {
      log('Could not read the known keys.', error);
      return [];
    }
  };
  const uploads = createUploads({
    ...surroundings,
    ...parts,
    folder: path.join(folder, 'uploads'),
    dataKeys: createDataKeys(parts.keychain, 'uploads'),
    newDataKey: () => randomBytes(dataKeyLength),
    openRows: openUploadRows,
    workerFile: path.join(programs, 'upload-rows-worker.js'),
    someKeys,
    changed: (connectionId) => tell('uploadChanged', { connectionId }),
    pace: { setTimer: surroundings.setTimer },
  });
  return { uploads, handlers: createUploadHandlers(uploads) };
}
