import type { AuditRootFinding } from '#shared/audit/auditFile.ts';
import type { AuditRoot } from '#shared/audit/auditRecord.ts';
import { rootId } from '#shared/audit/writeAudit.ts';
import type { RootSighting, RootStatus } from '#shared/domain/connection.ts';
import type { RootToRecord } from '../ledger/rootLedger.ts';

/** The roots in the responses of an audit, each with the worst status that a response had. */
export interface RootFindings {
  readonly add: (roots: readonly RootToRecord[], sightings: readonly RootSighting[]) => void;
  /** A root of a record, if no response was recorded with it. */
  readonly addUnseen: (root: AuditRoot) => void;
  readonly all: () => readonly AuditRootFinding[];
}

const gravity: Readonly<Record<RootStatus['kind'], number>> = {
  pinned: 0,
  seen: 1,
  new: 2,
  unexplained: 3,
  contradiction: 4,
};

export function createRootFindings(earlier: readonly AuditRootFinding[]): RootFindings {
  const found = new Map<string, AuditRootFinding>(earlier.map((one) => [rootId(one), one]));
  return {
    add: (roots, sightings) => {
      for (const [at, { rootHash, treeSize }] of roots.entries()) {
        const status = sightings[at]?.status;
        if (status === undefined) continue;
        const finding: AuditRootFinding = {
          rootHash,
          treeSize: treeSize?.toString() ?? null,
          status: status.kind,
          contradiction: status.kind === 'contradiction' ? status.contradiction.kind : null,
        };
        const known = found.get(rootId(finding));
        // A root that is new in the first response has been seen in the second.
        if (known === undefined || gravity[status.kind] > gravity[known.status])
          found.set(rootId(finding), finding);
      }
    },
    addUnseen: (root) => {
      if (!found.has(rootId(root))) found.set(rootId(root), { ...root, status: 'new', contradiction: null });
    },
    all: () => [...found.values()],
  };
}
