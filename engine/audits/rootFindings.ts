import type { AuditRootFinding } from '#shared/audit/auditFile.ts';
import type { AuditRoot } from '#shared/audit/auditRecord.ts';
import { rootId } from '#shared/audit/writeAudit.ts';
import type { RootPin } from '#shared/domain/pin.ts';
import { sameRoot } from '#shared/memory/sameRoot.ts';
import type { RootSighting, RootStatus } from '#shared/domain/connection.ts';
import type { RootToRecord } from '../roots/rootLedger.ts';

/** The roots in the responses of an audit, each with the worst status that a response had. */
export interface RootFindings {
  readonly add: (roots: readonly RootToRecord[], sightings: readonly RootSighting[]) => void;
  /** A root of a record, if no response was recorded with it. */
  readonly addUnseen: (root: AuditRoot) => void;
  /** Marks roots that are not the one, or one of several, to which all proofs must lead. */
  readonly holdTo: (pins: readonly RootPin[]) => void;
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
    holdTo: (pins) => {
      const exact = pins.filter(({ isExact }) => isExact);
      if (exact.length === 0) return;
      for (const [id, finding] of found) {
        if (
          finding.status === 'contradiction' ||
          exact.some((pin) => sameRoot(pin.rootHash, finding.rootHash))
        )
          continue;
        found.set(id, { ...finding, status: 'contradiction', contradiction: 'other-than-pinned' });
      }
    },
    all: () => [...found.values()],
  };
}
