import type { RootStatus } from '#shared/domain/connection.ts';
import type { RootPin } from '#shared/domain/pin.ts';
import { rootName } from '#shared/memory/sameRoot.ts';
import { rootStatusWithPins } from '#shared/pins/rootStatusWithPins.ts';
import type { Asking, SeenRoot } from '../rootHistory.ts';
import type { RootLedger } from '../rootLedger.ts';

/** How a root in a response compares with the root ledger and the pins of its connection. */
export function statusWithPins(
  ledger: Pick<RootLedger, 'status' | 'find' | 'mayHaveStored' | 'sizeOf'>,
  pins: readonly RootPin[],
): (root: SeenRoot, asking: Asking) => RootStatus {
  return (root, asking) =>
    rootStatusWithPins(ledger.status(root, asking), pins, {
      rootHash: rootName(root.rootHash),
      treeSize: root.treeSize ?? ledger.sizeOf(root.rootHash),
      asking,
      mayBeOurs: ({ rootHash, pinnedAt }) => {
        // A root that was pinned from an earlier response is as old as that response.
        const found = ledger.find(rootHash);
        const from = found.kind === 'read' ? Math.min(found.firstSeenAt, pinnedAt) : pinnedAt;
        return ledger.mayHaveStored(from, asking);
      },
    });
}

/**
 * How a root compares with the pins alone, where the ledger cannot be asked; null if they say nothing about it. Without the
 * ledger, any other root may come from a store over this connection.
 */
export function statusByPins(
  pins: readonly RootPin[],
): (root: SeenRoot, asking: Asking) => RootStatus | null {
  return (root, asking) => {
    const compared = { ...root, rootHash: rootName(root.rootHash), asking, mayBeOurs: () => true };
    const status = rootStatusWithPins({ kind: 'new' }, pins, compared);
    return status.kind === 'new' || status.kind === 'seen' ? null : status;
  };
}
