import { Worker } from 'node:worker_threads';
import type { AuditReportFormat } from '#shared/report/auditReportText.ts';
import type { AuditTask, AuditTaskResult, DescribedAudit, StoredComparison } from './auditTasks.ts';

/** Work on the files of audits, each task in a thread of its own. Rejects if the thread fails. */
export interface AuditThreads {
  readonly report: (file: string, format: AuditReportFormat) => Promise<string>;
  readonly describe: (file: string) => Promise<DescribedAudit>;
  readonly compare: (task: Extract<AuditTask, { readonly kind: 'compare' }>) => Promise<StoredComparison>;
}

/** `workerFile`: the built `auditWorker`. */
export function createAuditThreads(workerFile: string | URL): AuditThreads {
  const run = (task: AuditTask): Promise<AuditTaskResult> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(workerFile, { workerData: task });
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => {
        reject(new Error('The worker ended without a result.'));
      });
    });
  return {
    report: async (file, format) => (await run({ kind: 'report', file, format })) as string,
    describe: async (file) => (await run({ kind: 'describe', file })) as DescribedAudit,
    compare: async (task) => (await run(task)) as StoredComparison,
  };
}
