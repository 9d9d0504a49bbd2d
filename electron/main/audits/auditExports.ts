import { readFile } from 'node:fs/promises';
import { mostAuditDifferences, type AuditExportFormat, type ComparedAudits } from '#shared/domain/audit.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { SavedEvidence } from '#shared/domain/evidence.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { AuditThreads } from '../../../workers/auditThread.ts';
import type { RecentAnswers } from '../evidence/recentAnswers.ts';
import { sealedBytes, type SealEffects } from '../evidence/sealBundle.ts';
import type { UserFiles } from '../files/userFiles.ts';
import type { Signer } from '../identity/ed25519.ts';
import type { InstallationKey } from '../identity/installationKey.ts';
import { auditEvidenceInput, auditResponses } from './auditBundle.ts';
import type { AuditFiles } from './auditFolder.ts';
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
  readonly save: (audit: AuditRef, format: AuditExportFormat) => Promise<Result<SavedEvidence>>;
  readonly compare: (before: AuditRef, after: AuditRef) => Promise<Result<ComparedAudits>>;
}

const endings: Readonly<Record<AuditExportFormat, string>> = {
  audit: 'audit.jsonl',
  html: 'html',
  csv: 'csv',
  json: 'json',
  junit: 'junit.xml',
  bundle: 'sigstore.json',
};

export function createAuditExports(effects: {
  readonly audits: Pick<Audits, 'filesOf' | 'ended'>;
  readonly answers: Pick<RecentAnswers, 'all' | 'ofRequest' | 'ofKey'>;
  readonly installationKey: Pick<InstallationKey, 'current'>;
  readonly seal: SealEffects['seal'];
  readonly files: Pick<UserFiles, 'save'>;
  readonly appVersion: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
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
  /** A signed bundle: the verdict and its limits, and what was received as far as it is still in memory. */
  const bundleOf = async (
    id: ConnectionId,
    { records, keys }: AuditFiles,
    signer: Signer,
  ): Promise<Result<Uint8Array>> => {
    const found = await inThread(() => threads.describe(records));
    if (!found.ok) return found;
    const responses = await inThread(() => auditResponses(effects.answers, id, found.value, keys));
    if (!responses.ok) return responses;
    const { appVersion } = effects;
    const input = { ...found.value, responses: responses.value, appVersion, at: effects.now() };
    return sealedBytes(effects, auditEvidenceInput(input), signer, null);
  };
  return {
    save: async ({ connectionId, auditId }, format) => {
      const found = await audits.filesOf(connectionId, auditId);
      if (!found.ok) return found;
      const info = await audits.ended(connectionId, auditId);
      if (!info.ok) return info;
      const { records } = found.value;
      const signer = format === 'bundle' ? await effects.installationKey.current() : succeed(null);
      if (!signer.ok) return signer;
      const content =
        signer.value !== null
          ? await bundleOf(connectionId, found.value, signer.value)
          : await inThread<string | Uint8Array>(() =>
              format === 'audit' || format === 'bundle' ? readFile(records) : threads.report(records, format),
            );
      if (!content.ok) return content;
      const day = new Date(info.value.startedAt).toISOString().slice(0, 10);
      const saved = await effects.files.save(`${info.value.name} ${day}.${endings[format]}`, content.value);
      return saved.ok ? succeed({ ...saved.value, fingerprint: signer.value?.fingerprint ?? null }) : saved;
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
