import { exists } from '../../../engine/storage/missing.ts';
import type { AuditEvidenceExports } from '../../../engine/audits/auditEvidenceExports.ts';
import { refuseFile } from '../../../engine/storage/userFiles/userFiles.ts';
import path from 'node:path';
import { largestKeyFile } from '#shared/domain/keyImport.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import type { auditOperations } from '#shared/ipc/auditOperations.ts';
import type { AuditComparisons } from '../../../engine/audits/auditComparisons.ts';
import type { AuditExports } from '../../../engine/audits/auditExports.ts';
import { readPlan } from '../../../engine/audits/auditPlanFiles.ts';
import type { AuditPlans } from '../../../engine/audits/auditPlans.ts';
import type { Audits } from '../../../engine/audits/audits.ts';
import type { AuditSchedules } from '../../../engine/audits/auditSchedules.ts';
import type { SinceLastAudit } from '../../../engine/audits/sinceLastAudit.ts';
import type { Connections } from '../../../engine/connections/connections.ts';
import type { IpcHandlers } from './register.ts';

export function createAuditHandlers({
  audits,
  plans,
  exports,
  comparisons,
  evidence,
  schedules,
  sinceLast,
  connections,
  showInFolder,
}: {
  readonly audits: Audits;
  readonly exports: AuditExports;
  readonly evidence: AuditEvidenceExports;
  readonly comparisons: AuditComparisons;
  readonly schedules: AuditSchedules;
  readonly sinceLast: SinceLastAudit;
  readonly plans: AuditPlans;
  readonly connections: Pick<Connections, 'profile'>;
  readonly showInFolder: (file: string) => void;
}): IpcHandlers<typeof auditOperations> {
  return {
    listAudits: ({ connectionId }) => audits.list(connectionId),
    startAudit: async (wanted) => {
      const plan = await plans.planOf(wanted);
      return plan.ok ? audits.start(plan.value, 'user') : plan;
    },
    readAuditList: async ({ connectionId, name, bytes, use }) =>
      bytes.byteLength > largestKeyFile
        ? refuseFile('too-large', name, 'The list is too large.')
        : succeed(await plans.readList(connectionId, { name: path.basename(name), bytes, use })),
    auditDetails: ({ connectionId, auditId }) => audits.details(connectionId, auditId),
    auditRecords: ({ connectionId, auditId, filter, page }) =>
      audits.records(connectionId, auditId, filter, page),
    pauseAudit: ({ connectionId, auditId }) => audits.pause(connectionId, auditId),
    resumeAudit: ({ connectionId, auditId }) => audits.resume(connectionId, auditId),
    cancelAudit: ({ connectionId, auditId }) => audits.cancel(connectionId, auditId),
    repeatAudit: async ({ connectionId, auditId }) => {
      const from = await audits.planFiles(connectionId, auditId);
      if (!from.ok) return from;
      const plan = await readPlan(connectionId, from.value.files, from.value.memo);
      return audits.start(await plans.repeated(plan, null), 'user');
    },
    auditMovedKeys: async ({ connectionId, auditId, name }) => {
      const from = await audits.planFiles(connectionId, auditId);
      if (!from.ok) return from;
      const keys = await audits.movedKeys(connectionId, auditId);
      if (!keys.ok) return keys;
      const plan = await readPlan(connectionId, from.value.files, from.value.memo);
      const { scope } = plan;
      return audits.start(
        {
          ...(await plans.repeated({ ...plan, scope: { kind: 'selection' } }, null)),
          name,
          keys: [keys.value],
          // Only with an expected list, its keys are compared with it.
          scope: scope.kind === 'expected' ? scope : { kind: 'selection' },
          leftOut: 0,
          options: { ...plan.options, rereadsMoved: true, shard: null },
        },
        'user',
      );
    },
    renameAudit: ({ connectionId, auditId, name }) => audits.rename(connectionId, auditId, name),
    deleteAudit: async (audit) => {
      await comparisons.forget(audit);
      const removed = await audits.remove(audit.connectionId, audit.auditId);
      // The window may have asked for one until then.
      await comparisons.forget(audit);
      return removed;
    },
    compareConnections: async ({ connectionId, otherId }) => {
      if (connectionId === otherId) return withItself;
      const one = connections.profile(connectionId);
      if (!one.ok) return one;
      const other = connections.profile(otherId);
      if (!other.ok) return other;
      const [planA, planB] = plans.plansOfBoth(one.value, other.value);
      const before = await audits.start(planA, 'user');
      if (!before.ok) return before;
      const after = await audits.start(planB, 'user');
      if (!after.ok) {
        await audits.remove(connectionId, before.value.id);
        return after;
      }
      return succeed({
        before: { connectionId, auditId: before.value.id },
        after: { connectionId: otherId, auditId: after.value.id },
      });
    },
    auditSinceLast: sinceLast,
    compareAudits: (pair) => comparisons.compare(pair),
    auditDifferences: ({ filter, page, ...pair }) => comparisons.page(pair, filter, page),
    exportAuditDifferences: ({ filter, format, ...pair }) => comparisons.save(pair, filter, format),
    exportAudit: ({ format, auditor, ...audit }) => exports.save(audit, format, auditor),
    printAudit: ({ auditor, ...audit }) => exports.print(audit, auditor),
    outlineAuditEvidence: ({ values, ...audit }) => evidence.outline(audit, values),
    saveAuditEvidence: ({ choice, ...audit }) => evidence.save(audit, choice),
    showAuditEvidence: async ({ connectionId, auditId }) => {
      const info = await audits.ended(connectionId, auditId);
      if (!info.ok) return info;
      const [file] = info.value.evidence?.files ?? [];
      if (info.value.evidence === null || file === undefined) return notSaved;
      const saved = path.join(info.value.evidence.folder, file);
      if (!(await exists(saved).catch(() => false))) return refuseFile('missing', saved);
      showInFolder(saved);
      return succeed(null);
    },
    listAuditSchedules: ({ connectionId }) => schedules.list(connectionId),
    createAuditSchedule: ({ connectionId, auditId, everyMinutes }) =>
      schedules.create(connectionId, auditId, everyMinutes),
    changeAuditSchedule: ({ connectionId, scheduleId, change }) =>
      schedules.change(connectionId, scheduleId, change),
    deleteAuditSchedule: ({ connectionId, scheduleId }) => schedules.remove(connectionId, scheduleId),
  };
}

const notSaved = refuseInput('auditId', 'No evidence of this audit was saved yet.');

const withItself: Result<never> = refuseInput(
  'otherId',
  'A connection cannot be compared with itself. Choose another one.',
);
