import { parentPort, workerData } from 'node:worker_threads';
import { parseKeyFile, type KeyFileTask } from './keyFile/parseKeyFile.ts';

// Worker thread entry: takes one file, returns its keys, and ends.
parentPort?.postMessage(parseKeyFile(workerData as KeyFileTask));
