import { parentPort, workerData } from 'node:worker_threads';
import { openSnapshotFile } from './snapshot/openSnapshotFile.ts';
import type { FromSnapshotThread, ToSnapshotThread } from './snapshot/snapshotCalls.ts';

// Entry of the worker thread that holds one snapshot. `workerData`: the path of the file.
const tell = (message: FromSnapshotThread): void => {
  parentPort?.postMessage(message);
};
const { opening, reader } = openSnapshotFile(workerData as string);
if (reader !== null) {
  parentPort?.on('message', (message: ToSnapshotThread) => {
    if (message.call === 'read') tell({ kind: 'read', id: message.id, atoms: reader.read(message.keys) });
    else tell({ kind: 'keys', id: message.id, keys: reader.keys() });
  });
}
tell({ kind: 'opened', opening });
