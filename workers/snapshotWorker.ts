import { workerData } from 'node:worker_threads';
import { openSnapshotFile } from './snapshot/openSnapshotFile.ts';
import type { SnapshotCalls } from './snapshot/snapshotCalls.ts';
import { serveThread } from './thread.ts';

// Entry of the worker thread that holds one snapshot. `workerData`: the path of the file.
serveThread((): SnapshotCalls => openSnapshotFile(workerData as string));
