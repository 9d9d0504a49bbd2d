import { auditCsv } from './auditCsv.ts';
import { auditHtml } from './auditHtml.ts';
import { auditJunit } from './auditJunit.ts';
import { auditReport, type AuditToReport } from './auditReport.ts';

export const auditReportFormats = ['html', 'csv', 'json', 'junit'] as const;
export type AuditReportFormat = (typeof auditReportFormats)[number];

/** A report about an audit, as the text of a file. */
export function auditReportText(audit: AuditToReport, format: AuditReportFormat): string {
  const report = auditReport(audit);
  switch (format) {
    case 'html':
      return auditHtml(report);
    case 'csv':
      return auditCsv(report);
    case 'json':
      return `${JSON.stringify({ format: 'atom-explorer-audit-report', version: 1, ...report }, null, 2)}\n`;
    case 'junit':
      return auditJunit(report);
  }
}
