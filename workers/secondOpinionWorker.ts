import { parentPort, workerData } from 'node:worker_threads';
import { secondOpinion } from './snapshot/secondOpinion.ts';

// Entry of a worker thread that checks one snapshot and ends. `workerData`: the path of the file. A rejection ends the
// thread with an error.
void secondOpinion(workerData as string).then((failed) => parentPort?.postMessage(failed));
