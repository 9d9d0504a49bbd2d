import type { ConnectionId } from '#shared/domain/connection.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import type { pinOperations } from '#shared/ipc/pinOperations.ts';
import type { Connections } from '../connections/connections.ts';
import type { Profile } from '../connections/profileStore.ts';
import type { InstallationKey } from '../identity/installationKey.ts';
import type { TrustedKeys } from '../identity/trustedKeys.ts';
import { exportPin, newPinOf, readCheckpoint } from '../pins/pinExchange.ts';
import type { Pins } from '../pins/pins.ts';
import type { IpcHandlers } from './register.ts';

export function createPinHandlers(effects: {
  readonly pins: Pins;
  /** An unknown connection id would create a folder. */
  readonly connections: Pick<Connections, 'profile'>;
  readonly installationKey: Pick<InstallationKey, 'current'>;
  readonly trustedKeys: Pick<TrustedKeys, 'named'>;
}): IpcHandlers<typeof pinOperations> {
  const { pins, connections, installationKey, trustedKeys } = effects;
  const known = async <T>(
    id: ConnectionId,
    ask: (profile: Profile) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const profile = connections.profile(id);
    return profile.ok ? ask(profile.value) : profile;
  };
  return {
    listPins: ({ connectionId }) => known(connectionId, async () => succeed(await pins.of(connectionId))),
    addPin: ({ connectionId, pin }) =>
      known(connectionId, async () => {
        const added = newPinOf(pin, await trustedKeys.named());
        return added.ok ? pins.add(connectionId, added.value) : added;
      }),
    editPin: ({ connectionId, ...pin }) => known(connectionId, () => pins.edit(connectionId, pin)),
    removePin: ({ connectionId, id }) => known(connectionId, () => pins.remove(connectionId, id)),
    readCheckpoint: async (given) => readCheckpoint(given, await trustedKeys.named()),
    exportPin: ({ connectionId, id }) =>
      known(connectionId, async (profile) => {
        const pin = (await pins.of(connectionId)).pins.find((each) => each.id === id);
        return pin === undefined ? gone : exportPin(pin, profile, installationKey);
      }),
  };
}

const gone = refuseInput('id', 'This pin no longer exists.');
