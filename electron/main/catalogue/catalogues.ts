import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { CatalogueListing, Coverage } from '#shared/domain/catalogue.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { openKnownKeys, type KnownKeys } from './knownKeys.ts';
import { openRootLedger, type RootLedger } from './rootLedger.ts';

/** What is remembered of one connection: its known keys, and its roots. Apart on the disk, so that damage to one spares the other. */
export interface Catalogue {
  readonly keys: KnownKeys;
  readonly ledger: RootLedger;
}

export interface Catalogues {
  /** Opened at first use and kept open. */
  readonly of: (id: ConnectionId) => Promise<Catalogue>;
  readonly list: (id: ConnectionId) => Promise<CatalogueListing>;
  /** Deletes everything that is remembered of a connection. */
  readonly forget: (id: ConnectionId) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Catalogues in folders below `folder`, one for each connection. */
export function createCatalogues(folder: string, now: () => number): Catalogues {
  const opened = new Map<ConnectionId, Promise<Catalogue>>();

  const of = (id: ConnectionId): Promise<Catalogue> => {
    const known = opened.get(id);
    if (known !== undefined) return known;
    const opening = openCatalogue(path.join(folder, id), now);
    opened.set(id, opening);
    // A failure to open is not remembered: what was in the way may be gone at the next try.
    opening.catch(() => opened.delete(id));
    return opening;
  };
  const close = async (id: ConnectionId): Promise<void> => {
    const opening = opened.get(id);
    opened.delete(id);
    if (opening === undefined) return;
    const catalogue = await opening;
    await Promise.all([catalogue.keys.close(), catalogue.ledger.close()]);
  };
  return {
    of,
    list: async (id) => {
      const { keys, ledger } = await of(id);
      return {
        entries: keys.entries(),
        coverage: coverageOf(keys, ledger),
        lastRoot: ledger.lastRoot(),
        recoveredFrom: keys.recoveredFrom ?? ledger.recoveredFrom,
      };
    },
    forget: async (id) => {
      await close(id);
      await rm(path.join(folder, id), { recursive: true, force: true });
    },
    close: async () => {
      await Promise.all([...opened.keys()].map(close));
    },
  };
}

async function openCatalogue(folder: string, now: () => number): Promise<Catalogue> {
  const ledger = await openRootLedger(path.join(folder, 'ledger'), now);
  try {
    return { ledger, keys: await openKnownKeys(path.join(folder, 'keys'), now) };
  } catch (error) {
    await ledger.close();
    throw error;
  }
}

function coverageOf(keys: KnownKeys, ledger: RootLedger): Coverage {
  const leaves = new Set(keys.entries().flatMap(({ leafIndex }) => leafIndex ?? []));
  return { knownLeaves: leaves.size, treeSize: ledger.largestSize()?.toString() ?? null };
}
