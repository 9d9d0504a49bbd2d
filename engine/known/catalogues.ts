import path from 'node:path';
import type { CatalogueSummary, LeafMap } from '#shared/domain/catalogue.ts';
import type { ConnectionId, RootSighting } from '#shared/domain/connection.ts';
import type { ChangedRoot, ChangeSummary } from '#shared/domain/keyChange.ts';
import type { RootPin } from '#shared/domain/pin.ts';
import { statusWithPins } from '../roots/pins/statusWithPins.ts';
import type { StateRecords } from './stateRecord/stateRecords.ts';
import { createConnectionStores } from '../storage/connectionStores.ts';
import type { CatalogueThread } from './catalogueThread.ts';
import { openEmptyLeaves, type EmptyLeaves } from './emptyLeaves.ts';
import { openKnownKeys, type KnownKeys } from './knownKeys.ts';
import { throttle, type Pace } from '#shared/async/throttle.ts';
import { isInUse } from '../storage/database.ts';
import { openRootLedger, type RootLedger, type RootLedgerEffects } from '../roots/rootLedger.ts';

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
  /** The root ledger alone. It opens even if the known keys cannot be read, unless another process uses them. */
  readonly ledgerOf: (id: ConnectionId) => Promise<RootLedger>;
  /** The known keys alone. */
  readonly keysOf: (id: ConnectionId) => Promise<KnownKeys>;
  /** Opened at first use and kept open. */
  readonly of: (id: ConnectionId) => Promise<Catalogue>;
  readonly summary: (id: ConnectionId) => Promise<CatalogueSummary>;
  /** The newest root, compared with the ledger and the pins; null while there is none. */
  readonly lastRoot: (id: ConnectionId) => Promise<RootSighting | null>;
  readonly leafMap: (id: ConnectionId, cells: number) => Promise<LeafMap>;
  /** Whether values that are read are kept in memory from now on. If not, those that are there are dropped. */
  readonly keepValues: (keeps: boolean) => Promise<void>;
  /** What changed since a time, in epoch milliseconds. */
  readonly changes: (id: ConnectionId, since: number) => Promise<ChangeSummary>;
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
  /** Records what is remembered. Absent: nobody does. */
  readonly watch?: Pick<StateRecords, 'ledgerOpened' | 'keysOpened' | 'keysShrink' | 'changed' | 'save'>;
  /** Rejects while another process uses the folder. Absent: it is locked already, or nobody else knows it. */
  readonly locked?: () => Promise<unknown>;
}): Catalogues {
  const { folder, thread, now, watch } = effects;
  const openKeys = createConnectionStores(folder, async (place, id) => {
    await effects.locked?.();
    const changed = throttle(tellEveryMs, effects.pace, (revision: number) => {
      watch?.changed(id);
      effects.changed(id, revision);
    });
    const keys = await openKnownKeys(thread, path.join(place, 'keys'), changed);
    try {
      await watch?.keysOpened(id, keys);
    } catch (error) {
      await keys.close();
      throw error;
    }
    if (watch === undefined) return keys;
    const watched: KnownKeys = {
      ...keys,
      forget: (selection) => watch.keysShrink(id, () => keys.forget(selection)),
    };
    return watched;
  });
  const ledgers = createConnectionStores(folder, async (place, id) => {
    // First, because opening a ledger cuts off what follows its last complete entry, and another process may be writing it.
    await openKeys.of(id).catch((error: unknown) => {
      if (isInUse(error)) throw error;
    });
    const ledgerChanged = throttle(tellEveryMs, effects.pace, () => {
      watch?.changed(id);
      effects.ledgerChanged(id);
    });
    const ledger = await openRootLedger({
      ...effects.ledger,
      folder: path.join(place, 'root-ledger'),
      oldFolder: path.join(place, 'ledger'),
      now,
      changed: () => ledgerChanged(),
      ...(watch !== undefined && { closing: () => watch.save(id) }),
    });
    try {
      await watch?.ledgerOpened(id, ledger);
    } catch (error) {
      await ledger.close();
      throw error;
    }
    return ledger;
  });
  const stores = createConnectionStores(folder, async (place, id): Promise<Catalogue & Closed> => {
    const [ledger, keys, empty] = await Promise.all([
      ledgers.of(id),
      openKeys.of(id),
      openEmptyLeaves(path.join(place, 'empty-leaves.json'), now),
    ]);
    return { ledger, keys, empty, close: async () => undefined };
  });
  const { of } = stores;
  const lastRoot = async (id: ConnectionId, { ledger }: Catalogue): Promise<RootSighting | null> =>
    ledger.lastRoot(statusWithPins(ledger, (await effects.pinsOf?.(id)) ?? []));
  return {
    of,
    ledgerOf: ledgers.of,
    keysOf: openKeys.of,
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
    keepValues: async (keeps) => {
      // Sent before all that follows, so that a store that cannot be opened holds up no other.
      const kept = thread.keepValues(keeps);
      // Announced by each store, so that rows and searches are shown anew.
      const announced = openKeys.opened().map(async (id) => (await openKeys.of(id)).dropValues(null));
      const outcomes = await Promise.allSettled([kept, ...announced]);
      const failures = outcomes.flatMap((outcome): readonly unknown[] =>
        outcome.status === 'rejected' ? [outcome.reason] : [],
      );
      if (failures.length > 0) throw new AggregateError(failures);
    },
    changes: async (id, since) => {
      const { keys, ledger } = await of(id);
      const roots = ledger.rootsSince(since);
      const size = sizeOf(roots.rootBefore);
      const { knownNew, ...counts } = await keys.changeCounts(since, size);
      return { since, ...counts, ...roots, newLeaves: newLeaves(size, sizeOf(roots.rootNow), knownNew) };
    },
    forget: async (id) => {
      await stores.release(id);
      await ledgers.release(id);
      await openKeys.forget(id);
    },
    close: async () => {
      await stores.close();
      await ledgers.close();
      await openKeys.close();
      await thread.close();
    },
  };
}

/** A part that is closed elsewhere. */
interface Closed {
  readonly close: () => Promise<void>;
}

function sizeOf(root: ChangedRoot | null): bigint | null {
  return root?.treeSize === null || root === null ? null : BigInt(root.treeSize);
}

/** @param known how many of the leaves since then hold a known key */
function newLeaves(before: bigint | null, now: bigint | null, known: number): ChangeSummary['newLeaves'] {
  if (before === null || now === null || now <= before) return null;
  const added = now - before;
  const withoutKey = added - BigInt(known);
  return { added: String(added), withoutKey: String(withoutKey < 0n ? 0n : withoutKey) };
}
