import { parentPort, workerData } from 'node:worker_threads';
import { parseKeyFile, type KeyFileTask } from './keyFile/parseKeyFile.ts';

// The entry of a worker thread: one file in, its keys out, and it ends.
parentPort?.postMessage(parseKeyFile(workerData as KeyFileTask));
