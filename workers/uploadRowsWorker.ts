import { parentPort, workerData } from 'node:worker_threads';
import { handleCalls } from './uploadRows/handleCalls.ts';
import { openHostedRows } from './uploadRows/hostedRows.ts';
import {
  failureOf,
  type FromUploadThread,
  type ToUploadThread,
  type UploadThreadData,
} from './uploadRows/uploadCalls.ts';
import { readRecords } from './uploadSource/readRecords.ts';
import { readSample } from './uploadSource/readSample.ts';

// Entry of the worker thread that holds the rows of one upload.
const tell = (message: FromUploadThread): void => {
  parentPort?.postMessage(message);
};
try {
  const rows = openHostedRows({
    ...(workerData as UploadThreadData),
    reading: { readSample, readRecords },
  });
  const take = handleCalls(rows, tell);
  parentPort?.on('message', (message: ToUploadThread) => {
    take(message);
  });
  tell({ kind: 'opened', failure: null });
} catch (error) {
  tell({ kind: 'opened', failure: failureOf(error) });
}
