import path from 'node:path';
import type { CatalogueSummary, LeafMap } from '#shared/domain/catalogue.ts';
import type { ConnectionId, RootSighting } from '#shared/domain/connection.ts';
import type { RootPin } from '#shared/domain/pin.ts';
import { statusWithPins } from '../pins/statusWithPins.ts';
import { createConnectionStores } from '../storage/connectionStores.ts';
import type { CatalogueThread } from './catalogueThread.ts';
import { openEmptyLeaves, type EmptyLeaves } from './emptyLeaves.ts';
import { openKnownKeys, type KnownKeys } from './knownKeys.ts';
import { throttle, type Pace } from '#shared/async/throttle.ts';
import { openRootLedger, type RootLedger, type RootLedgerEffects } from '../ledger/rootLedger.ts';

/**
 * What is remembered of one connection: its known keys and its roots. They are stored separately, so that
 * damage to one does not affect the other.
 */
export interface Catalogue {
  readonly keys: KnownKeys;
  readonly ledger: RootLedger;
  /** Leaves of the newest tree that proofs showed to be empty. */
  readonly empty: EmptyLeaves;
}

export interface Catalogues {
  /** Opened at first use and kept open. */
  readonly of: (id: ConnectionId) => Promise<Catalogue>;
  readonly summary: (id: ConnectionId) => Promise<CatalogueSummary>;
  /** The newest root, compared with the ledger and the pins; null while there is none. */
  readonly lastRoot: (id: ConnectionId) => Promise<RootSighting | null>;
  readonly leafMap: (id: ConnectionId, cells: number) => Promise<LeafMap>;
  /** Deletes everything that is remembered of a connection. */
  readonly forget: (id: ConnectionId) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** During a long run of changes, observers are notified twice per second. */
const tellEveryMs = 500;

/** Stores the known keys of each connection in its own folder below `folder`. */
export function createCatalogues(effects: {
  readonly folder: string;
  readonly thread: CatalogueThread;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** The pinned roots of a connection. Absent: nothing is pinned. */
  readonly pinsOf?: (id: ConnectionId) => Promise<readonly RootPin[]>;
  /** Called after every change of the known keys, at most twice per second. */
  readonly changed: (id: ConnectionId, revision: number) => void;
  /** Called after every entry of a root ledger, at most twice per second. */
  readonly ledgerChanged: (id: ConnectionId) => void;
  readonly ledger: Pick<RootLedgerEffects, 'keys' | 'newId' | 'pause' | 'log'>;
  readonly pace: Pace;
}): Catalogues {
  const { folder, thread, now } = effects;
  const stores = createConnectionStores(folder, (place, id) => {
    const changed = throttle(tellEveryMs, effects.pace, (revision: number) => {
      effects.changed(id, revision);
    });
    const ledgerChanged = throttle(tellEveryMs, effects.pace, () => {
      effects.ledgerChanged(id);
    });
    const openLedger = () =>
      openRootLedger({
        ...effects.ledger,
        folder: path.join(place, 'root-ledger'),
        oldFolder: path.join(place, 'ledger'),
        now,
        changed: () => {
          ledgerChanged();
        },
      });
    return openCatalogue(place, thread, changed, openLedger, now);
  });
  const { of } = stores;
  const lastRoot = async (id: ConnectionId, { ledger }: Catalogue): Promise<RootSighting | null> =>
    ledger.lastRoot(statusWithPins(ledger, (await effects.pinsOf?.(id)) ?? []));
  return {
    of,
    lastRoot: async (id) => lastRoot(id, await of(id)),
    summary: async (id) => {
      const catalogue = await of(id);
      const { keys, ledger, empty } = catalogue;
      const treeSize = ledger.largestSize();
      return {
        ...(await keys.counts(treeSize, empty.of(ledger.lastRoot(), treeSize))),
        lastRoot: await lastRoot(id, catalogue),
        recoveredFrom: keys.recoveredFrom ?? ledger.recoveredFrom,
      };
    },
    leafMap: async (id, cells) => {
      const { keys, ledger, empty } = await of(id);
      const treeSize = ledger.largestSize();
      const map = await keys.leafMap(treeSize, cells, empty.of(ledger.lastRoot(), treeSize));
      const ofRoots = ledger.contradictions().map((found) => ({ kind: 'root' as const, ...found }));
      return {
        ...map,
        contradictions: [...ofRoots, ...map.contradictions],
        contradictionCount: map.contradictionCount + ofRoots.length,
      };
    },
    forget: stores.forget,
    close: async () => {
      await stores.close();
      await thread.close();
    },
  };
}

async function openCatalogue(
  folder: string,
  thread: CatalogueThread,
  changed: (revision: number) => void,
  openLedger: () => Promise<RootLedger>,
  now: () => number,
): Promise<Catalogue & { readonly close: () => Promise<void> }> {
  // At the same time, because the known keys also start a thread.
  const openings = [openLedger(), openKnownKeys(thread, path.join(folder, 'keys'), changed)] as const;
  try {
    const [ledger, keys, empty] = await Promise.all([
      ...openings,
      openEmptyLeaves(path.join(folder, 'empty-leaves.json'), now),
    ]);
    return {
      empty,
      keys,
      ledger,
      close: async () => {
        await Promise.all([keys.close(), ledger.close()]);
      },
    };
  } catch (error) {
    for (const opening of await Promise.allSettled(openings)) {
      if (opening.status === 'fulfilled') await opening.value.close();
    }
    throw error;
  }
}
