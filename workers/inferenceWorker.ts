import { parentPort, workerData } from 'node:worker_threads';
import { narrowPin } from '#shared/merkle/pin.ts';
import type { InferenceTask } from './inferenceThread.ts';

// The entry of a worker thread: one task in, the pin out, and the thread ends.
const { pin, samples, now } = workerData as InferenceTask;
parentPort?.postMessage(narrowPin(pin, samples, now));
