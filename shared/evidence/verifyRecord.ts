import { claimedRoot } from '../merkle/proofReading.ts';
import { lossAccepted } from '../text/auditWords.ts';
import { limitsOf } from './bundleLimits.ts';
import { plainText } from './carriedText.ts';
import { predicateType, type EvidencePredicate, type EvidenceStatement } from './statement.ts';

/** What the contents say of the record as a whole: of pins, of limits, and of what the bundle is about. */
export interface RecordFinding {
  /** Positions of reads that are recorded as leading to a pinned root, which no pin in the bundle has. */
  readonly notPinned: readonly number[];
  /** Whether bundles of that time had pins only of the connection, and may have none. */
  readonly mayLackPins: boolean;
  /** Codes of limits that the contents have, and that were not recorded. */
  readonly limitsLeftOut: readonly string[];
  /** Whether the atom that the bundle is about is in it. */
  readonly hasSubject: boolean;
}

export function verifyRecord({ predicate, predicateType: type }: EvidenceStatement): RecordFinding {
  const { reads, missing, pins, notShown, scope } = predicate;
  const recorded = new Set(notShown.map(({ code }) => code));
  const title = plainText(scope.title);
  const isSubject = (key: EvidencePredicate['missing'][number]['key'] | null): boolean =>
    key !== null && plainText(key) === title;
  return {
    notPinned: reads.flatMap((read, at) => (isPinnedWithoutPin(read, pins) ? [at] : [])),
    mayLackPins: type !== predicateType && pins.length === 0,
    limitsLeftOut: [
      ...limitsOf(predicate).map(({ code }) => code),
      ...(predicate.audit === undefined ? [] : ['audit-as-recorded']),
      ...(predicate.audit?.footer.acceptedLosses === undefined ? [] : [lossAccepted]),
    ].filter((code) => !recorded.has(code)),
    hasSubject:
      scope.kind !== 'atom' ||
      reads.some(({ key, requestedKey }) => isSubject(key) || isSubject(requestedKey)) ||
      missing.some(({ key }) => isSubject(key)),
  };
}

function isPinnedWithoutPin(
  { verdict, proof }: EvidencePredicate['reads'][number],
  pins: EvidencePredicate['pins'],
): boolean {
  if (verdict.checks.root.code !== 'root.pinned') return false;
  const root = claimedRoot(proof);
  return !pins.some(
    ({ rootHash, treeSize }) =>
      rootHash === root?.rootHash &&
      (treeSize === null || root.treeSize === null || treeSize === `${root.treeSize}`),
  );
}
