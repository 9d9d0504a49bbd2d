import { workerData } from 'node:worker_threads';
import { createInTurn } from '#shared/async/inTurn.ts';
import { serveThread } from '../../jobs/thread.ts';
import { openHostedRows } from './hostedRows.ts';
import type { UploadThreadData } from './openUploadRows.ts';
import type { UploadRows } from './uploadRows.ts';
import { readRecords } from '../source/readRecords.ts';
import { readSample } from '../source/readSample.ts';

// Entry of the worker thread that holds the rows of one upload.
const reading = { readSample, readRecords };
serveThread(
  (): UploadRows => openHostedRows({ ...(workerData as UploadThreadData), reading }),
  createInTurn(),
);
