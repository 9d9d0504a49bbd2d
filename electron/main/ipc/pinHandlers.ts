import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import type { pinOperations } from '#shared/ipc/pinOperations.ts';
import type { Connections } from '../connections/connections.ts';
import type { Pins } from '../pins/pins.ts';
import type { IpcHandlers } from './register.ts';

export function createPinHandlers(effects: {
  readonly pins: Pins;
  /** An unknown connection id would create a folder. */
  readonly connections: Pick<Connections, 'profile'>;
}): IpcHandlers<typeof pinOperations> {
  const { pins, connections } = effects;
  const known = async <T>(id: ConnectionId, ask: () => Promise<Result<T>>): Promise<Result<T>> => {
    const profile = connections.profile(id);
    return profile.ok ? ask() : profile;
  };
  return {
    listPins: ({ connectionId }) => known(connectionId, async () => succeed(await pins.of(connectionId))),
    addPin: ({ connectionId, pin }) => known(connectionId, () => pins.add(connectionId, pin)),
    editPin: ({ connectionId, ...pin }) => known(connectionId, () => pins.edit(connectionId, pin)),
    removePin: ({ connectionId, id }) => known(connectionId, () => pins.remove(connectionId, id)),
  };
}
