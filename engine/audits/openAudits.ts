import type { AuditProgress } from '#shared/domain/audit.ts';
import { loadJsonFile, saveJsonFile } from '../storage/jsonFile.ts';
import { findingsFormat, type AuditFiles } from './auditFolder.ts';
import { progressOf } from './auditInfo.ts';
import { reopenAuditLog, type AuditLog } from './auditLog.ts';
import { noFindings, type AuditFindingsSoFar } from './findingsSoFar.ts';

/** An audit whose file is open. */
export interface OpenAudit {
  log: AuditLog;
  /** Resolves when `log` describes the file again, after the file was replaced; null if it never was. */
  replaced: Promise<unknown> | null;
  findings: AuditFindingsSoFar;
  /** Increases with every change of the records. */
  revision: number;
  /** Set while it runs. */
  ended: Promise<void> | null;
}

/** Audits whose files are open, by ID. */
export interface OpenAudits {
  /** Opens the file if it is not open. @throws AuditDamageError, the error of the file system */
  readonly open: (auditId: string, files: AuditFiles) => Promise<OpenAudit>;
  readonly add: (auditId: string, open: OpenAudit) => void;
  /** How far an audit is that stopped; null if its file cannot be read. */
  readonly progress: (
    auditId: string,
    files: AuditFiles,
  ) => Promise<{ readonly progress: AuditProgress | null }>;
  readonly known: (auditId: string) => Promise<OpenAudit> | undefined;
  readonly close: (auditId: string) => Promise<void>;
  readonly closeAll: () => Promise<void>;
}

/** Files of ended audits that stay open, with an index of their records. */
const mostOpen = 3;

export function createOpenAudits({
  now,
  pause,
  log: logLoss,
}: {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Lets other work run. */
  readonly pause: () => Promise<void>;
  readonly log: (message: string, error: unknown) => void;
}): OpenAudits {
  const opened = new Map<string, Promise<OpenAudit>>();
  /** null if it cannot be opened, which concerns no other audit: who opens it learns why. */
  const openedBy = async (opening: Promise<OpenAudit> | undefined): Promise<OpenAudit | null> =>
    (await opening?.catch(() => null)) ?? null;
  const close = async (auditId: string): Promise<void> => {
    const closing = opened.get(auditId);
    opened.delete(auditId);
    await (await openedBy(closing))?.log.close();
  };
  const closeUnused = async (keep: string): Promise<void> => {
    const idle: string[] = [];
    for (const [auditId, opening] of opened)
      if (auditId !== keep && (await openedBy(opening))?.ended === null) idle.push(auditId);
    for (const auditId of idle.slice(0, Math.max(0, opened.size - mostOpen)))
      // It may have been resumed while another one was closed.
      if ((await openedBy(opened.get(auditId)))?.ended === null) await close(auditId);
  };
  const open: OpenAudits['open'] = async (auditId, files) => {
    const known = opened.get(auditId);
    if (known !== undefined) return known;
    const opening = (async (): Promise<OpenAudit> => {
      // First, because nobody would close the log if this fails.
      const { value, setAside } = await loadJsonFile({
        file: files.findings,
        format: findingsFormat,
        fresh: noFindings,
        now,
      });
      const log = await reopenAuditLog(files.records, pause);
      const findings = withLoss(value, setAside, log);
      if (findings !== value) {
        logLoss(
          'What an interrupted audit had found besides its records is lost, so its result stays inconclusive.',
          setAside ?? files.findings,
        );
        await saveJsonFile(files.findings, { version: 1, ...findings });
      }
      return { log, replaced: null, findings, revision: log.size(), ended: null };
    })();
    opened.set(auditId, opening);
    opening.catch(() => opened.delete(auditId));
    const found = await opening;
    await closeUnused(auditId);
    return found;
  };
  return {
    open,
    add: (auditId, added) => {
      opened.set(auditId, Promise.resolve(added));
    },
    progress: async (auditId, files) => {
      try {
        return { progress: progressOf((await open(auditId, files)).log) };
      } catch {
        // Opening the audit says why.
        return { progress: null };
      }
    },
    known: (auditId) => opened.get(auditId),
    close,
    closeAll: async () => {
      await Promise.all([...opened.keys()].map(close));
    },
  };
}

/** What was found is on disk before the first record under a root. Once the audit has ended, the footer has all of it. */
function withLoss(
  found: AuditFindingsSoFar,
  setAside: string | null,
  log: Pick<AuditLog, 'footer' | 'roots'>,
): AuditFindingsSoFar {
  if (log.footer() !== null) return found;
  if (setAside !== null) return { ...found, lost: 'damaged' };
  const isMissing = found.lost === null && found.roots.length === 0 && log.roots().length > 0;
  return isMissing ? { ...found, lost: 'missing' } : found;
}
