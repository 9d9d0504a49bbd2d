import { refuseInput, succeed } from '#shared/domain/result.ts';
import type { pinOperations } from '#shared/ipc/pinOperations.ts';
import type { Connections } from '../../../engine/connections/connections.ts';
import type { InstallationKey } from '../../../engine/connections/identity/installationKey.ts';
import type { TrustedKeys } from '../../../engine/connections/identity/trustedKeys.ts';
import { exportPin, newPinOf, readCheckpoint } from '../../../engine/roots/pins/pinExchange.ts';
import type { Pins } from '../../../engine/roots/pins/pins.ts';
import type { IpcHandlers } from './register.ts';

export function createPinHandlers(effects: {
  readonly pins: Pins;
  readonly connections: Pick<Connections, 'profile'>;
  readonly installationKey: Pick<InstallationKey, 'current'>;
  readonly trustedKeys: Pick<TrustedKeys, 'named'>;
}): IpcHandlers<typeof pinOperations> {
  const { pins, connections, installationKey, trustedKeys } = effects;
  return {
    listPins: async ({ connectionId }) => succeed(await pins.of(connectionId)),
    addPin: async ({ connectionId, pin }) => {
      const added = newPinOf(pin, await trustedKeys.named());
      return added.ok ? pins.add(connectionId, added.value) : added;
    },
    editPin: ({ connectionId, ...pin }) => pins.edit(connectionId, pin),
    removePin: ({ connectionId, id }) => pins.remove(connectionId, id),
    readCheckpoint: async (given) => readCheckpoint(given, await trustedKeys.named()),
    exportPin: async ({ connectionId, id }) => {
      const profile = connections.profile(connectionId);
      if (!profile.ok) return profile;
      const pin = (await pins.of(connectionId)).pins.find((each) => each.id === id);
      return pin === undefined ? gone : exportPin(pin, profile.value, installationKey);
    },
  };
}

const gone = refuseInput('id', 'This pin no longer exists.');
