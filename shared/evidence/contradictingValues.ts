import type { CheckReason, Incoherence } from '../merkle/checkReason.ts';
import type { SnapshotFinding } from '../merkle/snapshot.ts';

/** Two values that should be the same: what was stated, and what stands against it. */
export interface ContradictingValues {
  readonly stated: string;
  readonly found: string;
}

/** The two values behind a failed check; null where it is not about two values. */
export function contradictingValues(reason: CheckReason): ContradictingValues | null {
  switch (reason.code) {
    case 'root-not-reached':
      return { stated: reason.rootHash, found: reason.computed };
    case 'content-differs':
      return { stated: reason.leafHash, found: reason.computed };
    case 'sibling-count':
      return { stated: `${reason.given} siblings`, found: `${reason.expected.join(' or ')} required` };
    case 'tree-size-differs':
      return { stated: reason.stated, found: reason.trusted };
    case 'chain-unlinked':
      return { stated: reason.innerRoot, found: reason.outerLeaf };
    case 'chain':
      return (
        reason.links.map((link) => contradictingValues(link.reason)).find((each) => each !== null) ?? null
      );
    case 'incoherent':
      return reason.differences.map(ofDifference).find((each) => each !== null) ?? null;
    case 'snapshot':
      return ofSnapshot(reason.finding);
    default:
      return null;
  }
}

function ofDifference(difference: Incoherence): ContradictingValues | null {
  if (difference.field === 'key') return { stated: difference.asked, found: difference.answered };
  return difference.field === 'hash' ? { stated: difference.atomHash, found: difference.leafHash } : null;
}

function ofSnapshot(finding: SnapshotFinding): ContradictingValues | null {
  if (finding.kind === 'differ') return { stated: finding.first.value, found: finding.second.value };
  return finding.kind === 'node-differs' ? { stated: finding.given, found: finding.other } : null;
}
