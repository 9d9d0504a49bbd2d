import { workerData } from 'node:worker_threads';
import { openSnapshotFile } from './openSnapshotFile.ts';
import type { SnapshotCalls } from './snapshotCalls.ts';
import { serveThread } from '../jobs/thread.ts';

// Entry of the worker thread that holds one snapshot. `workerData`: the path of the file.
serveThread((): SnapshotCalls => openSnapshotFile(workerData as string));
