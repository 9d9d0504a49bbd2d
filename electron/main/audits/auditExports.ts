import { readFile } from 'node:fs/promises';
import { mostAuditDifferences, type AuditExportFormat, type ComparedAudits } from '#shared/domain/audit.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { SavedFile } from '#shared/ipc/appTypes.ts';
import type { AuditThreads } from '../../../workers/auditThread.ts';
import type { UserFiles } from '../files/userFiles.ts';
import type { Audits } from './audits.ts';
import { readLines } from './keyLines.ts';

/** Names an audit. */
export interface AuditRef {
  readonly connectionId: ConnectionId;
  readonly auditId: string;
}

/** What is made from the files of audits that have ended. */
export interface AuditExports {
  /** Asks where to save it. */
  readonly save: (audit: AuditRef, format: AuditExportFormat) => Promise<Result<SavedFile>>;
  readonly compare: (before: AuditRef, after: AuditRef) => Promise<Result<ComparedAudits>>;
}

const endings: Readonly<Record<AuditExportFormat, string>> = {
  audit: 'audit.jsonl',
  html: 'html',
  csv: 'csv',
  json: 'json',
  junit: 'junit.xml',
};

export function createAuditExports(effects: {
  readonly audits: Pick<Audits, 'filesOf' | 'ended'>;
  readonly files: Pick<UserFiles, 'save'>;
  readonly threads: AuditThreads;
  readonly log: (message: string, error: unknown) => void;
}): AuditExports {
  const { audits, threads } = effects;
  /** The thread's error names a file of the app, which the user cannot repair. */
  const inThread = async <T>(work: () => Promise<T>): Promise<Result<T>> => {
    try {
      return succeed(await work());
    } catch (error) {
      effects.log('Could not read the file of an audit.', error);
      return unreadable;
    }
  };
  return {
    save: async ({ connectionId, auditId }, format) => {
      const found = await audits.filesOf(connectionId, auditId);
      if (!found.ok) return found;
      const info = await audits.ended(connectionId, auditId);
      if (!info.ok) return info;
      const { records } = found.value;
      const content = await inThread<string | Uint8Array>(() =>
        format === 'audit' ? readFile(records) : threads.report(records, format),
      );
      if (!content.ok) return content;
      const day = new Date(info.value.startedAt).toISOString().slice(0, 10);
      return effects.files.save(`${info.value.name} ${day}.${endings[format]}`, content.value);
    },
    compare: async (before, after) => {
      const [one, other] = [
        await audits.filesOf(before.connectionId, before.auditId),
        await audits.filesOf(after.connectionId, after.auditId),
      ];
      if (!one.ok) return one;
      if (!other.ok) return other;
      const [infoBefore, infoAfter] = [
        await audits.ended(before.connectionId, before.auditId),
        await audits.ended(after.connectionId, after.auditId),
      ];
      if (!infoBefore.ok) return infoBefore;
      if (!infoAfter.ok) return infoAfter;
      let expected: string[] | null = null;
      if (infoAfter.value.changes !== 'none') {
        expected = [];
        for await (const keys of readLines(other.value.changes)) expected.push(...keys.map(String));
      }
      const compared = await inThread(() =>
        threads.compare({
          kind: 'compare',
          before: one.value.records,
          after: other.value.records,
          expected,
          mostDifferences: mostAuditDifferences,
        }),
      );
      if (!compared.ok) return compared;
      const { comparison, differences } = compared.value;
      return succeed({ ...comparison, before: infoBefore.value, after: infoAfter.value, differences });
    },
  };
}

const unreadable: Result<never> = fail({
  code: 'invalid_input',
  field: 'auditId',
  message: 'The file of this audit is damaged and cannot be read. Start the audit again.',
  requestId: null,
});
