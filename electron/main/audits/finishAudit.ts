import type { AuditEnd, AuditFindings, AuditHeader } from '#shared/audit/auditFile.ts';
import { auditVerdict, mayMoveBaseline, type AuditVerdict } from '#shared/audit/auditVerdict.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import type { AuditLog } from './auditLog.ts';
import { createRootFindings } from './rootFindings.ts';
import type { AuditFindingsSoFar } from './runAudit.ts';

/** Writes the footer of an audit. What the records say is in the counts that it gets. */
export async function finishAudit(
  log: AuditLog,
  found: AuditFindingsSoFar,
  scheme: SchemePin | null,
  end: AuditEnd,
  at: number,
): Promise<AuditVerdict> {
  const roots = createRootFindings(found.roots);
  for (const root of log.roots()) roots.addUnseen(root);
  const findings: AuditFindings = {
    finishedAt: new Date(at).toISOString(),
    end,
    roots: [...roots.all()],
    rules: scheme === null ? null : { origin: scheme.origin, path: [...scheme.path], leaf: [...scheme.leaf] },
    selfTest: found.selfTest,
    unasked: found.unasked,
    readAgain: found.reread,
  };
  await log.finish(findings);
  return verdictOf(log.header, log);
}

/** The verdict of an audit that has ended. */
export function verdictOf(header: AuditHeader, log: Pick<AuditLog, 'footer'>): AuditVerdict {
  const footer = log.footer();
  if (footer === null) throw new Error('This audit has not ended.');
  return auditVerdict(header, footer);
}

/** The one root under which everything was proven; null unless the audit may move the baseline. */
export function auditedRoot(verdict: AuditVerdict, log: Pick<AuditLog, 'footer'>) {
  if (!mayMoveBaseline(verdict)) return null;
  const [root, ...others] = log.footer()?.roots ?? [];
  return root === undefined || others.length > 0 ? null : root;
}
