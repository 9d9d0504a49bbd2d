import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { StateLoss } from '#shared/domain/stateLoss.ts';
import type { GroundsOf } from '#shared/grounds/grounds.ts';
import { embeddedServiceScheme } from '#shared/merkle/embeddedServiceScheme.ts';
import { cataloguesHere } from '../../testing/catalogueHere.ts';
import type { Catalogues } from '../../catalogues.ts';
import { openProfileStore } from '../../../connections/profileStore.ts';
import { ledgerEffects, sighting, type TestKeys } from '../../../roots/testing/testLedger.ts';
import { createPins, type Pins } from '../../../roots/pins/pins.ts';
import { testProfile } from '../../../reading/testing/testReadings.ts';
import { createConnectionGrounds } from '../../../reading/verification/connectionGrounds.ts';
import { createStateRecords } from '../stateRecords.ts';

const id = 'one' as ConnectionId;

/** What is saved of one connection, with its record, in a folder. */
export interface StateHere {
  readonly catalogues: Catalogues;
  readonly pins: Pins;
  readonly grounds: () => Promise<GroundsOf<'reading'>>;
  readonly accept: () => Promise<readonly StateLoss[]>;
  /** Another root and another known key. */
  readonly remember: () => Promise<void>;
  readonly pin: (rootHash: string) => Promise<void>;
  /** Both. */
  readonly use: () => Promise<void>;
  readonly forgetKey: (key: string) => Promise<void>;
  readonly unpin: () => Promise<void>;
  /** To another address, as the user does in the app. */
  readonly move: (address: string) => Promise<void>;
  /** Called when the record is written, and the list of connections is about to be. */
  readonly beforeProfile: (call: () => Promise<void>) => void;
  /** Called when the record is written, and the pins are about to be. */
  readonly beforePins: (call: () => Promise<void>) => void;
  readonly close: () => Promise<void>;
}

/** @param keys null: the installation has no key, and nothing is signed */
export async function stateHere(folder: string, keys: TestKeys | null = null): Promise<StateHere> {
  const now = (): number => 7;
  const log = (): void => undefined;
  const profiles = await openProfileStore(path.join(folder, 'connections.json'), now);
  const { path: rules, leaf } = embeddedServiceScheme;
  const scheme = { path: [rules], leaf: [leaf], origin: 'inferred', samples: 1, pinnedAt: 1 } as const;
  const ledger = { ...ledgerEffects(keys ?? noKeys), log, newId: randomUUID };
  const stateRecords = createStateRecords({
    folder,
    profileOf: profiles.find,
    keys: ledger.keys,
    isSignatureRequired: (keys?.signer ?? null) !== null,
    now,
    log,
  });
  let beforeProfile = (): Promise<void> => Promise.resolve();
  profiles.beforeChange(async (next, before) => {
    await stateRecords.profileWillBe(next, before);
    await beforeProfile();
  });
  await profiles.add(testProfile('https://memory.example', { scheme }));
  let beforePins = (): Promise<void> => Promise.resolve();
  const pins = createPins({
    folder: path.join(folder, 'pins'),
    changed: () => undefined,
    now,
    newId: randomUUID,
    watch: {
      pinsOpened: stateRecords.pinsOpened,
      pinsWillBe: async (of, next) => {
        await stateRecords.pinsWillBe(of, next);
        await beforePins();
      },
    },
  });
  const catalogues = cataloguesHere(path.join(folder, 'catalogue'), () => undefined, {
    watch: stateRecords,
    ledger,
  });
  const grounds = createConnectionGrounds({ pins, catalogues, stateRecords, remembersNothing: false, log });
  const remember = async (): Promise<void> => {
    const { ledger: roots, keys: known } = await catalogues.of(id);
    const at = roots.held().size;
    await roots.append(sighting(`root${String(at)}`, BigInt(at + 5), at + 1, { requestId: randomUUID() }));
    await known.learnNames(at === 0 ? ['v1.a', 'v1.b'] : [`v1.c${String(at)}`], 'lookup', 7);
  };
  const pin = async (rootHash: string): Promise<void> => {
    await pins.add(id, { rootHash, treeSize: null, isExact: false, source: { kind: 'person' }, note: '' });
  };
  let isClosed = false;
  return {
    catalogues,
    pins,
    grounds: () => grounds(id),
    accept: async () => {
      await grounds(id);
      return stateRecords.accept(id);
    },
    remember,
    pin,
    use: async () => {
      await remember();
      await pin(randomUUID().replaceAll('-', ''));
    },
    forgetKey: async (key) => {
      await (await catalogues.of(id)).keys.forget({ kind: 'keys', keys: [key] });
    },
    unpin: async () => {
      for (const { id: pinId } of (await pins.of(id)).pins) await pins.remove(id, pinId);
    },
    move: async (address) => {
      await profiles.update(id, (profile) => ({ ...profile, baseUrl: address }));
    },
    beforeProfile: (call) => {
      beforeProfile = call;
    },
    beforePins: (call) => {
      beforePins = call;
    },
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      await catalogues.close();
      await pins.close();
    },
  };
}

const noKeys: TestKeys = {
  ...ledgerEffects().keys,
  signer: null,
  known: [],
  held: () => null,
  publicKeys: async () => [],
};
