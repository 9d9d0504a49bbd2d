import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { mostPins, type NewPin, type PinList, type RootPin } from '#shared/domain/pin.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import { createConnectionStores } from '../storage/connectionStores.ts';
import { openPinStore } from './pinStore.ts';

/** The pinned roots of each connection. Only for connections that exist: others would get a folder. */
export interface Pins {
  readonly of: (id: ConnectionId) => Promise<PinList>;
  readonly add: (id: ConnectionId, pin: NewPin) => Promise<Result<RootPin>>;
  readonly edit: (
    id: ConnectionId,
    pin: Pick<RootPin, 'id' | 'note' | 'isExact'>,
  ) => Promise<Result<RootPin>>;
  readonly remove: (id: ConnectionId, pinId: string) => Promise<Result<null>>;
  readonly forget: (id: ConnectionId) => Promise<void>;
  readonly close: () => Promise<void>;
}

export function createPins(effects: {
  /** Contains a folder for each connection. */
  readonly folder: string;
  readonly changed: (id: ConnectionId) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
}): Pins {
  const { now } = effects;
  const stores = createConnectionStores(effects.folder, (folder) =>
    openPinStore(path.join(folder, 'pins.json'), now),
  );
  const announced = <T>(id: ConnectionId, result: Result<T>): Result<T> => {
    if (result.ok) effects.changed(id);
    return result;
  };
  return {
    of: async (id) => {
      const store = await stores.of(id);
      return { pins: store.all(), recoveredFrom: store.setAside };
    },
    add: async (id, pin) => {
      const store = await stores.of(id);
      const result = await store.change<Result<RootPin>>((pins) => {
        if (pins.some((known) => isSame(known, pin))) return { pins, result: alreadyPinned };
        if (pins.length >= mostPins) return { pins, result: tooMany };
        const added: RootPin = { ...pin, id: effects.newId(), pinnedAt: now() };
        return { pins: [added, ...pins], result: succeed(added) };
      });
      return announced(id, result);
    },
    edit: async (id, { id: pinId, note, isExact }) => {
      const store = await stores.of(id);
      const result = await store.change<Result<RootPin>>((pins) => {
        const known = pins.find((pin) => pin.id === pinId);
        if (known === undefined) return { pins, result: gone };
        const edited = { ...known, note, isExact };
        return { pins: pins.map((pin) => (pin === known ? edited : pin)), result: succeed(edited) };
      });
      return announced(id, result);
    },
    remove: async (id, pinId) => {
      const store = await stores.of(id);
      const result = await store.change<Result<null>>((pins) => ({
        pins: pins.filter((pin) => pin.id !== pinId),
        result: succeed(null),
      }));
      return announced(id, result);
    },
    forget: stores.forget,
    close: stores.close,
  };
}

/** The same root, from the same kind of source, with the same meaning. Another source adds evidence. */
function isSame(known: RootPin, pin: NewPin): boolean {
  return (
    known.rootHash === pin.rootHash &&
    known.treeSize === pin.treeSize &&
    known.isExact === pin.isExact &&
    JSON.stringify(known.source) === JSON.stringify(pin.source)
  );
}

const alreadyPinned = refuseInput('rootHash', 'This root is already pinned, from the same source.');
const tooMany = refuseInput(
  'rootHash',
  `A connection can have at most ${String(mostPins)} pins. Remove one that you no longer need.`,
);
const gone = refuseInput('id', 'This pin no longer exists.');
