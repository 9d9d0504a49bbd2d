import { removeFolder } from './removeFolder.ts';
import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';

/** A store for each connection, in its own folder. */
export interface ConnectionStores<Store> {
  /** Opened on first use and kept open. */
  readonly of: (id: ConnectionId) => Promise<Store>;
  /** The connections whose stores are open. */
  readonly opened: () => readonly ConnectionId[];
  /** Closes the store of a connection. It is opened again when it is next used. */
  readonly release: (id: ConnectionId) => Promise<void>;
  /** Closes the store of a connection and deletes its folder. */
  readonly forget: (id: ConnectionId) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Stores in folders below `folder`, named by their connections. */
export function createConnectionStores<Store extends { readonly close: () => Promise<void> }>(
  folder: string,
  open: (folder: string, id: ConnectionId) => Promise<Store>,
): ConnectionStores<Store> {
  const opened = new Map<ConnectionId, Promise<Store>>();
  const close = async (id: ConnectionId): Promise<void> => {
    const opening = opened.get(id);
    opened.delete(id);
    if (opening !== undefined) await (await opening).close();
  };
  return {
    of: (id) => {
      const known = opened.get(id);
      if (known !== undefined) return known;
      const opening = open(path.join(folder, id), id);
      opened.set(id, opening);
      // A failed open is not cached, because the cause may be gone at the next attempt.
      opening.catch(() => opened.delete(id));
      return opening;
    },
    opened: () => [...opened.keys()],
    release: close,
    forget: async (id) => {
      await close(id);
      await removeFolder(path.join(folder, id));
    },
    close: async () => {
      await Promise.all([...opened.keys()].map(close));
    },
  };
}
