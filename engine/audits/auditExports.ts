import { readFile } from 'node:fs/promises';
import type { AuditExportFormat, AuditRef } from '#shared/domain/audit.ts';
import type { Auditor } from '#shared/domain/auditEvidence.ts';
import type { Result } from '#shared/domain/result.ts';
import type { SavedFile } from '#shared/ipc/appTypes.ts';
import type { Connections } from '../connections/connections.ts';
import { serviceOfConnection } from '../connections/serviceOfConnection.ts';
import type { AuditReportFormat } from '#shared/report/auditReportText.ts';
import type { AuditCalls } from './auditTasks.ts';
import type { UserFiles } from '../storage/userFiles/userFiles.ts';
import { auditFileName } from './auditFileNames.ts';
import type { Audits } from './audits.ts';
import { inAuditThread } from './inAuditThread.ts';

/** Files about audits that have ended, other than evidence. */
export interface AuditExports {
  /** Asks where to save it. @param auditor is named in a page and a PDF */
  readonly save: (audit: AuditRef, format: AuditExportFormat, auditor: Auditor) => Promise<Result<SavedFile>>;
  /** Opens the system's dialog to print the report. */
  readonly print: (audit: AuditRef, auditor: Auditor) => Promise<Result<null>>;
}

const endings: Readonly<Record<AuditExportFormat, string>> = {
  audit: 'audit.jsonl',
  html: 'html',
  pdf: 'pdf',
  csv: 'csv',
  json: 'json',
  junit: 'junit.xml',
};

export function createAuditExports(effects: {
  readonly audits: Pick<Audits, 'filesOf' | 'ended'>;
  readonly connections: Pick<Connections, 'profile'>;
  readonly files: Pick<UserFiles, 'save'>;
  readonly threads: Pick<AuditCalls, 'report'>;
  /** A page as a PDF. */
  readonly toPdf: (html: string) => Promise<Result<Uint8Array>>;
  readonly print: (html: string) => Promise<Result<null>>;
  readonly log: (message: string, error: unknown) => void;
}): AuditExports {
  const { audits, threads } = effects;
  const report = (records: string, format: AuditReportFormat, auditor: Auditor): Promise<Result<string>> =>
    inAuditThread(effects.log, () => threads.report(records, format, auditor));
  const contentOf = async (
    records: string,
    format: AuditExportFormat,
    auditor: Auditor,
  ): Promise<Result<string | Uint8Array>> => {
    if (format === 'audit') return inAuditThread(effects.log, () => readFile(records));
    const text = await report(records, format === 'pdf' ? 'html' : format, auditor);
    return text.ok && format === 'pdf' ? effects.toPdf(text.value) : text;
  };
  return {
    save: async (audit, format, auditor) => {
      const { connectionId, auditId } = audit;
      const found = await audits.filesOf(connectionId, auditId);
      if (!found.ok) return found;
      const info = await audits.ended(connectionId, auditId);
      if (!info.ok) return info;
      const content = await contentOf(found.value.records, format, auditor);
      if (!content.ok) return content;
      const name = auditFileName(info.value, serviceOfConnection(effects.connections, connectionId).name);
      return effects.files.save(`${name}.${endings[format]}`, content.value);
    },
    print: async ({ connectionId, auditId }, auditor) => {
      const found = await audits.filesOf(connectionId, auditId);
      if (!found.ok) return found;
      const page = await report(found.value.records, 'html', auditor);
      return page.ok ? effects.print(page.value) : page;
    },
  };
}
