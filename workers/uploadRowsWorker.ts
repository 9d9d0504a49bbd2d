import { workerData } from 'node:worker_threads';
import { createInTurn } from '#shared/async/inTurn.ts';
import { serveThread } from './thread.ts';
import { openHostedRows } from './uploadRows/hostedRows.ts';
import type { UploadThreadData } from './uploadRows/openUploadRows.ts';
import type { UploadRows } from './uploadRows/uploadRows.ts';
import { readRecords } from './uploadSource/readRecords.ts';
import { readSample } from './uploadSource/readSample.ts';

// Entry of the worker thread that holds the rows of one upload.
const reading = { readSample, readRecords };
serveThread(
  (): UploadRows => openHostedRows({ ...(workerData as UploadThreadData), reading }),
  createInTurn(),
);
