import type { AuditHeader } from '#shared/audit/auditFile.ts';
import type { AuditRef, AuditSinceLast } from '#shared/domain/audit.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import type { AuditComparisons } from './auditComparisons.ts';
import type { Audits } from './audits.ts';

/** How an audit that has ended differs from the last complete one of the same keys; null if there is none. */
export type SinceLastAudit = (audit: AuditRef) => Promise<Result<AuditSinceLast | null>>;

export function createSinceLastAudit({
  audits,
  comparisons,
}: {
  readonly audits: Pick<Audits, 'list' | 'details'>;
  readonly comparisons: Pick<AuditComparisons, 'compare'>;
}): SinceLastAudit {
  return async ({ connectionId, auditId }) => {
    const list = await audits.list(connectionId);
    if (!list.ok) return list;
    const info = list.value.find(({ id }) => id === auditId);
    if (info === undefined) return succeed(null);
    const scope = JSON.stringify([info.scope, info.options.shard]);
    // The newest first.
    const last = list.value.find(
      (one) =>
        one.startedAt < info.startedAt &&
        one.state.kind === 'finished' &&
        JSON.stringify([one.scope, one.options.shard]) === scope,
    );
    if (last === undefined) return succeed(null);
    const compared = await comparisons.compare({
      before: { connectionId, auditId: last.id },
      after: { connectionId, auditId },
    });
    if (!compared.ok) return compared;
    const [before, after] = [
      await audits.details(connectionId, last.id),
      await audits.details(connectionId, auditId),
    ];
    if (!before.ok) return before;
    if (!after.ok) return after;
    const { same, differing, notCompared, grave, kinds, trees } = compared.value;
    return succeed({
      last,
      same,
      differing,
      notCompared,
      grave,
      kinds,
      trees,
      unpinned: unpinnedSince(before.value.header, after.value.header),
    });
  };
}

/** How many roots were pinned for the first audit and not for the second one. */
function unpinnedSince(before: Pick<AuditHeader, 'pins'>, after: Pick<AuditHeader, 'pins'>): number {
  const still = new Set(after.pins.map(({ rootHash }) => rootHash));
  return before.pins.filter(({ rootHash }) => !still.has(rootHash)).length;
}
