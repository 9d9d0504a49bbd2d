import type { VerifiedEvidence } from '../evidence/verifyEvidence.ts';
import { evidenceReport } from './evidenceReport.ts';
import { reportCsv } from './reportCsv.ts';
import { reportHtml } from './reportHtml.ts';

export const reportFormats = ['html', 'csv', 'json'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** A report about one bundle, as the text of a file. @param withValues false leaves out what the values are */
export function reportText(evidence: VerifiedEvidence, format: ReportFormat, withValues = true): string {
  const report = evidenceReport(evidence, withValues);
  switch (format) {
    case 'html':
      return reportHtml(report);
    case 'csv':
      return reportCsv(report);
    case 'json':
      return `${JSON.stringify({ format: 'atom-explorer-evidence-report', version: 1, ...report }, null, 2)}\n`;
  }
}
