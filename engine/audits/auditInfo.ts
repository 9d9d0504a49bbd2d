import type { AuditInfo, AuditProgress, AuditState } from '#shared/domain/audit.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { AuditMemo } from './auditFolder.ts';
import type { AuditLog } from './auditLog.ts';

/** An audit as the list shows it. `live`: its progress until it has ended. */
export function infoOf(
  connectionId: ConnectionId,
  id: string,
  memo: AuditMemo,
  state: AuditState,
  live: AuditProgress | null,
): AuditInfo {
  const { name, header, changes, options, scheduleId, endedAt, verdict, result, evidence } = memo;
  const total = header.shard?.keys ?? header.keys.total;
  return {
    id,
    connectionId,
    name,
    scope: header.scope,
    changes,
    options,
    scheduleId,
    state,
    startedAt: Date.parse(header.startedAt),
    endedAt,
    progress: live ?? {
      total,
      done: result?.records ?? 0,
      reread: result?.reread ?? 0,
      failures: result?.failures ?? 0,
      verified: result?.verified ?? 0,
      perSecond: null,
      left: null,
    },
    verdict,
    isPinned: result?.pinned ?? null,
    evidence: evidence ?? null,
  };
}

/** What a log shows before it is read on. */
export function progressOf(log: AuditLog): AuditProgress {
  const total = log.header.shard?.keys ?? log.header.keys.total;
  return { total, done: log.size(), reread: 0, ...log.counts(), perSecond: null, left: null };
}
