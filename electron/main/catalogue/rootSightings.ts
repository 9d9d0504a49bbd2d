import type { RootInLedger } from '#shared/domain/connection.ts';
import type { LedgerRecord } from './rootLedger.ts';
import { rootName } from '#shared/memory/sameRoot.ts';

/** Every root of a ledger, with how often a proof or the response to a store supported it. */
export interface RootSightings {
  readonly add: (
    record: Pick<LedgerRecord, 'treeSize' | 'path' | 'at'> & { readonly rootHash: string },
  ) => void;
  /** What supports a root, however its hash is written. */
  readonly find: (rootHash: string) => RootInLedger;
}

export function createRootSightings(): RootSightings {
  const roots = new Map<string, RootInLedger>();
  return {
    add: ({ rootHash, treeSize, path, at }) => {
      const name = rootName(rootHash);
      const known = roots.get(name);
      // A failed proof can state any root.
      if (path === 'fail') {
        if (known === undefined) roots.set(name, { kind: 'doubtful' });
      } else if (known?.kind === 'read') {
        roots.set(name, { ...known, times: known.times + 1, treeSize: known.treeSize ?? treeSize });
      } else roots.set(name, { kind: 'read', firstSeenAt: at, times: 1, treeSize });
    },
    find: (rootHash) => roots.get(rootName(rootHash)) ?? { kind: 'unknown' },
  };
}
