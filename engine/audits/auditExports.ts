import { readFile } from 'node:fs/promises';
import type { AuditExportFormat, AuditRef } from '#shared/domain/audit.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { SavedEvidence } from '#shared/domain/evidence.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import type { AuditCalls } from './auditTasks.ts';
import type { RecentAnswers } from '../evidence/recentAnswers.ts';
import { sealedBytes, type SealEffects } from '../evidence/sealBundle.ts';
import type { UserFiles } from '../storage/userFiles/userFiles.ts';
import type { Signer } from '../connections/identity/ed25519.ts';
import type { InstallationKey } from '../connections/identity/installationKey.ts';
import { auditEvidenceInput, auditResponses } from './auditBundle.ts';
import type { AuditFiles } from './auditFolder.ts';
import type { Audits } from './audits.ts';
import { inAuditThread } from './inAuditThread.ts';

/** What is made from the files of audits that have ended. */
export interface AuditExports {
  /** Asks where to save it. */
  readonly save: (audit: AuditRef, format: AuditExportFormat) => Promise<Result<SavedEvidence>>;
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
  readonly threads: Pick<AuditCalls, 'describe' | 'report'>;
  readonly log: (message: string, error: unknown) => void;
}): AuditExports {
  const { audits, threads } = effects;
  const inThread = <T>(work: () => Promise<T>) => inAuditThread(effects.log, work);
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
  };
}
