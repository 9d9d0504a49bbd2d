import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { createAuditPlans } from '../audits/auditPlans.ts';
import { createAudits, type Audits } from '../audits/audits.ts';
import { throttle } from '../catalogue/throttle.ts';
import { createAuditHandlers } from '../ipc/auditHandlers.ts';
import type { Receipts } from '../writes/receipts.ts';
import type { ReadingParts } from './composeReadings.ts';
import type { Surroundings } from './surroundings.ts';
import type { JobParts } from './wireJobs.ts';

/** The window is told four times a second. */
const tellEveryMs = 250;

/** Audits: reading every key of a scope. */
export function wireAudits(
  surroundings: Surroundings,
  parts: Pick<ReadingParts, 'connections' | 'readings' | 'pins'> &
    Pick<JobParts, 'jobs' | 'memory' | 'imports'> & {
      readonly receipts: Pick<Receipts, 'each'>;
      readonly appVersion: string;
    },
) {
  const { folder, tell } = surroundings;
  const tellers = new Map<ConnectionId, (auditId: string) => void>();
  const audits: Audits = createAudits({
    ...surroundings,
    ...parts,
    folder: path.join(folder, 'audits'),
    listChanged: (connectionId) => {
      tell('auditsChanged', { connectionId });
    },
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
    finished: () => undefined,
  });
  const plans = createAuditPlans({ ...surroundings, ...parts, audits });
  return {
    audits,
    handlers: createAuditHandlers({ ...parts, audits, plans }),
    forget: async (id: ConnectionId): Promise<void> => {
      tellers.delete(id);
      plans.forget(id);
      await audits.forget(id);
    },
  };
}
