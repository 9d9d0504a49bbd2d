import path from 'node:path';
import script from '#shared/evidence/verify_evidence.py?raw';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { auditHeadline } from '#shared/text/auditHeadline.ts';
import type { auditCalls } from '../../../engine/audits/auditTasks.ts';
import { sealInThread } from '../../../engine/evidence/evidenceThread.ts';
import { eachInThread } from '../../../engine/jobs/thread.ts';
import { createAuditComparisons } from '../../../engine/audits/auditComparisons.ts';
import { createAuditEvidenceExports } from '../../../engine/audits/auditEvidenceExports.ts';
import { createAuditExports } from '../../../engine/audits/auditExports.ts';
import { createAuditPlans, type AuditPlansEffects } from '../../../engine/audits/auditPlans.ts';
import { createAudits, type AuditsEffects } from '../../../engine/audits/audits.ts';
import { createSinceLastAudit } from '../../../engine/audits/sinceLastAudit.ts';
import { createAuditSchedules } from '../../../engine/audits/auditSchedules.ts';
import type { Removals } from '../../../engine/connections/removals.ts';
import type { Connections } from '../../../engine/connections/connections.ts';
import type { RecentAnswers } from '../../../engine/evidence/recentAnswers.ts';
import { throttle } from '#shared/async/throttle.ts';
import type { UserFiles } from '../../../engine/storage/userFiles/userFiles.ts';
import type { InstallationKey } from '../../../engine/connections/identity/installationKey.ts';
import { createAuditHandlers } from '../ipc/auditHandlers.ts';
import type { TimestampRequests } from '../../../engine/evidence/timestamps/requestTimestamps.ts';
import type { Dialogs } from '../window/dialogs.ts';
import type { DesktopMessage } from '../window/notifications.ts';
import type { Paper } from '../window/paper.ts';
import type { Receipts } from '../../../engine/writing/receipts.ts';
import type { Surroundings } from '../../../engine/surroundings.ts';

/** The window is told four times a second. */
const tellEveryMs = 250;
/** How often schedules are looked at; their times are whole minutes apart. */
const schedulesEveryMs = 30_000;

/** Audits: reading every key of a scope, once or on a schedule. */
export function wireAudits(
  surroundings: Surroundings,
  parts: Pick<AuditsEffects, 'readings' | 'pins' | 'grounds' | 'acceptedLosses' | 'jobs'> &
    Pick<AuditPlansEffects, 'memory' | 'imports'> &
    Pick<Dialogs, 'askWhereToSave' | 'askForFolder'> & {
      readonly answers: Pick<RecentAnswers, 'all' | 'ofRequest' | 'ofKey'>;
      readonly connections: Pick<Connections, 'list' | 'profile'>;
      readonly removals: Removals;
      readonly receipts: Pick<Receipts, 'keysSince'>;
      readonly files: Pick<UserFiles, 'save'>;
      readonly installationKey: Pick<InstallationKey, 'current'>;
      readonly timestamps: TimestampRequests;
      readonly paper: Paper;
      readonly showInFolder: (file: string) => void;
      readonly appVersion: string;
      readonly notify: (message: DesktopMessage) => void;
      /** Brings the window to the front. */
      readonly raiseWindow: () => void;
    },
) {
  const { folder, tell } = surroundings;
  const { connections } = parts;
  const tellers = new Map<ConnectionId, (auditId: string) => void>();
  const audits = createAudits({
    ...surroundings,
    ...parts,
    folder: path.join(folder, 'audits'),
    listChanged: (connectionId) => tell('auditsChanged', { connectionId }),
    changed: (connectionId, auditId) => {
      // One audit of a connection runs at a time.
      const teller =
        tellers.get(connectionId) ??
        throttle(tellEveryMs, surroundings, (newest: string) => {
          tell('auditChanged', { connectionId, auditId: newest });
        });
      tellers.set(connectionId, teller);
      teller(auditId);
    },
    finished: ({ id: auditId, connectionId, name, scheduleId }, verdict, audit) => {
      // The user is looking at the others.
      if (scheduleId === null || verdict.status !== 'red') return;
      parts.notify({
        title: `Audit failed: ${name}`,
        body: auditHeadline(verdict, audit),
        clicked: () => {
          parts.raiseWindow();
          tell('auditChosen', { connectionId, auditId });
        },
      });
    },
  });
  const plans = createAuditPlans({ ...surroundings, ...parts, audits });
  const schedules = createAuditSchedules({
    ...surroundings,
    folder: path.join(folder, 'audit-schedules'),
    audits,
    plans,
    connectionIds: () => connections.list().map(({ id }) => id),
    changed: (connectionId) => tell('auditSchedulesChanged', { connectionId }),
  });
  const threads = eachInThread<typeof auditCalls>(path.join(surroundings.programs, 'audit-worker.js'));
  const comparisons = createAuditComparisons({
    ...surroundings,
    ...parts,
    folder: path.join(folder, 'audit-comparisons'),
    audits,
    threads,
  });
  const exports = createAuditExports({ ...surroundings, ...parts, ...parts.paper, audits, threads });
  const evidence = createAuditEvidenceExports({
    ...surroundings,
    ...parts,
    ...parts.paper,
    audits,
    script,
    seal: (input, signer, stamp) =>
      sealInThread(path.join(surroundings.programs, 'evidence-worker.js'), input, signer, stamp),
    threads,
  });
  const sinceLast = createSinceLastAudit({ audits, comparisons });
  let isClosed = false;
  const lookAtSchedules = (): void => {
    surroundings.setTimer(() => {
      if (isClosed) return;
      void schedules.startDue().finally(lookAtSchedules);
    }, schedulesEveryMs);
  };
  parts.removals.deleteWith(
    (id) => {
      tellers.delete(id);
      plans.forget(id);
    },
    async (id) => {
      await comparisons.forget({ connectionId: id });
      await audits.forget(id);
    },
    schedules.forget,
  );
  return {
    handlers: createAuditHandlers({
      ...parts,
      audits,
      plans,
      exports,
      evidence,
      comparisons,
      schedules,
      sinceLast,
    }),
    lookAtSchedules,
    close: async (): Promise<void> => {
      isClosed = true;
      await comparisons.close();
      await audits.close();
    },
  };
}
