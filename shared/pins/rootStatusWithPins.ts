import type { RootContradiction, RootStatus } from '../domain/connection.ts';
import type { RootPin } from '../domain/pin.ts';
import { compareWithPins, type PinFinding, type RootToHold } from './compareWithPins.ts';

/**
 * The status of a root in a response, from the root ledger and the pins together. Two responses that contradict each
 * other do so whatever is pinned, and a pinned root needs no explanation by the ledger.
 *
 * @param inLedger the status against the ledger alone
 */
export function rootStatusWithPins(
  inLedger: RootStatus,
  pins: readonly RootPin[],
  root: RootToHold<RootPin>,
): RootStatus {
  const finding = compareWithPins(pins, root);
  const contradiction = contradictionOf(finding, root.treeSize);
  // An exact expectation of the user comes before what the ledger found.
  if (contradiction !== null && finding.kind === 'other-root')
    return { kind: 'contradiction', contradiction };
  if (inLedger.kind === 'contradiction') return inLedger;
  if (contradiction !== null) return { kind: 'contradiction', contradiction };
  if (finding.kind === 'pinned') {
    const { pin } = finding;
    return { kind: 'pinned', pin, isSizeCompared: pin.treeSize !== null && root.treeSize !== null };
  }
  if (finding.kind === 'same-size' && root.treeSize !== null) {
    const { pin } = finding;
    const other = { rootHash: pin.rootHash, at: pin.pinnedAt };
    return { kind: 'unexplained', treeSize: root.treeSize.toString(), other, pin };
  }
  if (finding.kind !== 'aside' || (inLedger.kind !== 'seen' && inLedger.kind !== 'new')) return inLedger;
  return { ...inLedger, aside: { pin: finding.pin, because: finding.because } };
}

function contradictionOf(finding: PinFinding<RootPin>, treeSize: bigint | null): RootContradiction | null {
  if (finding.kind === 'other-root') return { kind: 'other-than-pinned', pin: finding.pin };
  if (treeSize === null) return null;
  const size = treeSize.toString();
  if (finding.kind === 'other-size') return { kind: 'pinned-with-other-size', pin: finding.pin, size };
  return finding.kind === 'smaller' ? { kind: 'smaller-than-pinned', pin: finding.pin, size } : null;
}
