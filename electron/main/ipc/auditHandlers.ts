import path from 'node:path';
import { largestKeyFile } from '#shared/domain/keyImport.ts';
import { fail, succeed } from '#shared/domain/result.ts';
import type { auditOperations } from '#shared/ipc/auditOperations.ts';
import type { AuditPlans } from '../audits/auditPlans.ts';
import { compareEndedAudits } from '../audits/compareEndedAudits.ts';
import type { Audits } from '../audits/audits.ts';
import type { Connections } from '../connections/connections.ts';
import type { IpcHandlers } from './register.ts';

export function createAuditHandlers({
  audits,
  plans,
  connections,
}: {
  readonly audits: Audits;
  readonly plans: AuditPlans;
  /** An unknown connection ID would create a folder. */
  readonly connections: Pick<Connections, 'profile'>;
}): IpcHandlers<typeof auditOperations> {
  return {
    listAudits: ({ connectionId }) => audits.list(connectionId),
    startAudit: async (wanted) => {
      const profile = connections.profile(wanted.connectionId);
      if (!profile.ok) return profile;
      const plan = await plans.planOf(wanted);
      return plan.ok ? audits.start(plan.value, 'user') : plan;
    },
    readAuditList: async ({ connectionId, name, bytes }) => {
      const profile = connections.profile(connectionId);
      if (!profile.ok) return profile;
      if (bytes.byteLength > largestKeyFile)
        return fail({
          code: 'file_failed',
          failure: 'too-large',
          path: name,
          message: 'The list is too large.',
          requestId: null,
        });
      return succeed(await plans.readList(connectionId, { name: path.basename(name), bytes }));
    },
    auditDetails: ({ connectionId, auditId }) => audits.details(connectionId, auditId),
    auditRecords: ({ connectionId, auditId, filter, page }) =>
      audits.records(connectionId, auditId, filter, page),
    pauseAudit: ({ connectionId, auditId }) => audits.pause(connectionId, auditId),
    resumeAudit: ({ connectionId, auditId }) => audits.resume(connectionId, auditId),
    cancelAudit: ({ connectionId, auditId }) => audits.cancel(connectionId, auditId),
    repeatAudit: async ({ connectionId, auditId }) => {
      const plan = await audits.planOf(connectionId, auditId);
      return plan.ok ? audits.start(await plans.repeated(plan.value, null), 'user') : plan;
    },
    renameAudit: ({ connectionId, auditId, name }) => audits.rename(connectionId, auditId, name),
    deleteAudit: ({ connectionId, auditId }) => audits.remove(connectionId, auditId),
    compareAudits: (refs) => compareEndedAudits(audits, refs),
  };
}
