import { parentPort, workerData } from 'node:worker_threads';
import { auditTask, type AuditTask } from './auditTasks.ts';

// Entry of a thread for one task: an error ends it.
void auditTask(workerData as AuditTask).then((result) => parentPort?.postMessage(result));
