import { createReadStream } from 'node:fs';
import { setImmediate as nextTask } from 'node:timers/promises';
import { compareAudits, type AuditComparison, type AuditDifference } from '#shared/audit/compareAudits.ts';
import { openAudit } from '#shared/audit/readAudit.ts';
import { readForReport } from '#shared/report/auditReport.ts';
import { auditReportText, type AuditReportFormat } from '#shared/report/auditReportText.ts';
import { startSha256 } from './startSha256.ts';

/** Work on the files of audits that takes too long for the main process. */
export type AuditTask =
  | { readonly kind: 'report'; readonly file: string; readonly format: AuditReportFormat }
  | {
      readonly kind: 'compare';
      readonly before: string;
      readonly after: string;
      /** Keys whose changes are expected; null if there is no list. */
      readonly expected: readonly string[] | null;
      readonly mostDifferences: number;
    };

export interface StoredComparison {
  readonly comparison: AuditComparison;
  /** In the order of the keys, the first ones. */
  readonly differences: readonly AuditDifference[];
}

/** @throws AuditDamageError, the error of the file system */
export async function auditTask(task: AuditTask): Promise<string | StoredComparison> {
  const open = (file: string) => openAudit(createReadStream(file), startSha256);
  if (task.kind === 'report') {
    const audit = await readForReport(await open(task.file), () => nextTask());
    return auditReportText({ ...audit, comparison: null }, task.format);
  }
  const differences: AuditDifference[] = [];
  const comparison = await compareAudits(
    await open(task.before),
    await open(task.after),
    task.expected === null ? null : new Set(task.expected),
    (difference) => {
      if (differences.length < task.mostDifferences) differences.push(difference);
    },
  );
  return { comparison, differences };
}
