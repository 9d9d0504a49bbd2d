import type { ConnectionId } from '#shared/domain/connection.ts';
import type { AuditPlan } from '../prepareAudit.ts';
import type { KeyBlocks } from '../sortedKeys.ts';

/** An audit of these keys, without lists. Tests and the benchmark share it. */
export function planOf(
  connectionId: ConnectionId,
  keys: KeyBlocks,
  change: Partial<AuditPlan> = {},
): AuditPlan {
  return {
    connectionId,
    name: 'An audit',
    scope: { kind: 'all' },
    keys,
    expected: null,
    changes: 'none',
    expectedChanges: null,
    leftOut: 0,
    options: { pinsRoot: false, rereadsMoved: true, shard: null },
    delimiter: '.',
    scheduleId: null,
    ...change,
  };
}
