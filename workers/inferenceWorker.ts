import { parentPort, workerData } from 'node:worker_threads';
import { narrowPin } from '#shared/merkle/pin.ts';
import type { InferenceTask } from './inferenceThread.ts';

// Worker thread entry: takes one task, returns the pin, and ends.
const { pin, samples, now } = workerData as InferenceTask;
parentPort?.postMessage(narrowPin(pin, samples, now));
