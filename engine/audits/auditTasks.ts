import { createReadStream } from 'node:fs';
import { setImmediate as nextTask } from 'node:timers/promises';
import type { AuditFooter, AuditHeader } from '#shared/audit/auditFile.ts';
import {
  compareAudits,
  comparisonTerms,
  type AuditComparison,
  type ComparedPair,
} from '#shared/audit/compareAudits.ts';
import { openAudit } from '#shared/audit/readAudit.ts';
import type { Auditor } from '#shared/domain/auditEvidence.ts';
import { readForReport } from '#shared/report/auditReport.ts';
import type { Remote } from '#shared/async/rpc.ts';
import { auditReportText, type AuditReportFormat } from '#shared/report/auditReportText.ts';
import { footerIn } from './auditFooter.ts';
import { beginDifferenceFile, type DifferenceIndex } from './differenceFile.ts';
import { hashedFile } from '../storage/hashedFile.ts';
import { startSha256 } from '../storage/startSha256.ts';

export interface AuditsToCompare {
  readonly of: ComparedPair;
  readonly before: string;
  readonly after: string;
  /** Keys whose changes are expected; null if there is no list. */
  readonly expected: readonly string[] | null;
  /** The file that gets the differences. */
  readonly differences: string;
}

export interface StoredComparison {
  readonly comparison: AuditComparison;
  /** In the order of the keys. */
  readonly index: DifferenceIndex;
}

/** What a signed bundle says of an audit. */
export interface DescribedAudit {
  readonly header: AuditHeader;
  readonly footer: AuditFooter;
  /** Keys, in their order, the first ones. */
  readonly failures: readonly string[];
  /** The whole file, which is not damaged. */
  readonly file: { readonly sha256: string; readonly bytes: number };
}

const open = (file: string) => openAudit(createReadStream(file), startSha256);

/**
 * Work on the files of audits that takes too long for the main process: the calls of `auditWorker`.
 * @throws AuditDamageError, the error of the file system
 */
export const auditCalls = {
  report: async (file: string, format: AuditReportFormat, preparedBy: Auditor): Promise<string> => {
    const audit = await readForReport(await open(file), () => nextTask());
    return auditReportText({ ...audit, comparison: null, unknownChanges: 0, preparedBy }, format);
  },
  describe: async (file: string): Promise<DescribedAudit> => {
    const { chunks, described } = hashedFile(file);
    const { header, footer, failures } = await readForReport(await openAudit(chunks, startSha256), () =>
      nextTask(),
    );
    return { header, footer, failures: failures.map(({ key }) => key), file: described() };
  },
  compare: async (task: AuditsToCompare): Promise<StoredComparison> => {
    const { add, close } = beginDifferenceFile(task.differences);
    let index: DifferenceIndex | null = null;
    try {
      const expected = task.expected === null ? null : new Set(task.expected);
      const terms = comparisonTerms(task.of, [await footerIn(task.before), await footerIn(task.after)]);
      const [before, after] = [await open(task.before), await open(task.after)];
      const comparison = await compareAudits(before, after, terms, expected, add);
      index = close();
      return { comparison, index };
    } finally {
      if (index === null) close();
    }
  },
};

export type AuditCalls = Remote<typeof auditCalls>;
