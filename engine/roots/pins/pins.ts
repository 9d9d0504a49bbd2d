import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { longestPinNote, mostPins, type NewPin, type PinList, type RootPin } from '#shared/domain/pin.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import { pinsDigest } from '../../connections/digests.ts';
import { createConnectionStores } from '../../storage/connectionStores.ts';
import { z } from 'zod';
import { longestKeyName } from '#shared/domain/installationKey.ts';
import { openJsonStore, type JsonStore } from '../../storage/jsonStore.ts';
import type { PinsNow, PinsWatch } from './pinsWatch.ts';

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
  /** Absent: nobody records what is pinned. */
  readonly watch?: PinsWatch;
}): Pins {
  const { now, watch } = effects;
  const stores = createConnectionStores(effects.folder, async (folder, id) => {
    const store = await openPinStore(path.join(folder, 'pins.json'), now);
    await watch?.pinsOpened(id, () => pinsNow(store.value().pins), store.setAside);
    return store;
  });
  /** Announces a list that changed. `to`: the new list, or why it stays as it is. */
  const change = async <T>(
    id: ConnectionId,
    to: (pins: readonly RootPin[]) => Result<{ readonly pins: readonly RootPin[]; readonly result: T }>,
  ): Promise<Result<T>> => {
    const store = await stores.of(id);
    const result = await store.change<Result<T>>((current) => {
      const changed = to(current.pins);
      return changed.ok
        ? {
            value: { ...current, pins: changed.value.pins },
            result: succeed(changed.value.result),
            before: async () => watch?.pinsWillBe(id, pinsNow(changed.value.pins)),
          }
        : { value: current, result: changed };
    });
    if (result.ok) effects.changed(id);
    return result;
  };
  return {
    of: async (id) => {
      const store = await stores.of(id);
      return { pins: store.value().pins, recoveredFrom: store.setAside };
    },
    add: (id, pin) =>
      change(id, (pins) => {
        if (pins.some((known) => isSame(known, pin))) return alreadyPinned;
        if (pins.length >= mostPins) return tooMany;
        const added: RootPin = { ...pin, id: effects.newId(), pinnedAt: now() };
        return succeed({ pins: [added, ...pins], result: added });
      }),
    edit: (id, { id: pinId, note, isExact }) =>
      change(id, (pins) => {
        const known = pins.find((pin) => pin.id === pinId);
        if (known === undefined) return gone;
        const edited = { ...known, note, isExact };
        return succeed({ pins: pins.map((pin) => (pin === known ? edited : pin)), result: edited });
      }),
    remove: (id, pinId) =>
      change(id, (pins) => succeed({ pins: pins.filter((pin) => pin.id !== pinId), result: null })),
    forget: stores.forget,
    close: stores.close,
  };
}

function pinsNow(pins: readonly RootPin[]): PinsNow {
  return { digest: pinsDigest(pins), count: pins.length };
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

const signer = z.strictObject({
  name: z.string().max(1_000),
  keyId: z.string().regex(/^[0-9a-f]{8}$/),
  isVerified: z.boolean(),
  trustedAs: z.string().max(longestKeyName).optional(),
});

const pin: z.ZodType<RootPin> = z.strictObject({
  id: z.string().min(1).max(100),
  rootHash: z.string().regex(/^([0-9a-f]{2}){16,128}$/),
  treeSize: z
    .string()
    .regex(/^[1-9]\d{0,77}$/)
    .nullable(),
  isExact: z.boolean(),
  source: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.enum(['response', 'ledger', 'person', 'snapshot', 'print']) }),
    z.strictObject({
      kind: z.literal('checkpoint'),
      origin: z.string().max(1_000),
      signer,
    }),
  ]),
  note: z.string().max(longestPinNote),
  pinnedAt: z.number(),
});

const schema = z.strictObject({
  version: z.literal(1),
  /** Newest first. */
  pins: z.array(pin).max(mostPins).readonly(),
});

/** The pins of one connection, on disk. @throws NewerFileError, the file system's error */
function openPinStore(file: string, now: () => number): Promise<JsonStore<z.infer<typeof schema>>> {
  const fresh = { version: 1 as const, pins: [] };
  return openJsonStore({ file, format: { version: 1, schema }, fresh, now });
}
