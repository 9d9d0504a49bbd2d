import type { AuditInfo, NewAudit } from '#shared/domain/audit.ts';

/**
 * Starts an audit and schedules its repetition. If only the schedule failed, calling it again with the same audit schedules
 * the one that was started.
 */
export function createScheduledStart(effects: {
  readonly start: (audit: NewAudit) => Promise<Pick<AuditInfo, 'id'>>;
  readonly schedule: (wanted: {
    readonly connectionId: NewAudit['connectionId'];
    readonly auditId: AuditInfo['id'];
    readonly everyMinutes: number;
  }) => Promise<unknown>;
}): (audit: NewAudit, everyMinutes: number) => Promise<void> {
  let started: { readonly asked: string; readonly id: AuditInfo['id'] } | null = null;
  return async (audit, everyMinutes) => {
    const asked = JSON.stringify(audit);
    if (started?.asked !== asked) started = { asked, id: (await effects.start(audit)).id };
    if (everyMinutes > 0)
      await effects.schedule({ connectionId: audit.connectionId, auditId: started.id, everyMinutes });
  };
}
