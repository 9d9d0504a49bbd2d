import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Connections } from '../connections/connections.ts';
import type { Readings } from '../reading/readings.ts';

type Profiles = Pick<Connections, 'profile'>;
type Asked = Pick<Readings, 'readMany' | 'sendBatch'>;

/** The address of a connection's service; `''` for the demo, whose address changes at each start. */
export function addressOf(connections: Profiles, id: ConnectionId): string {
  const profile = connections.profile(id);
  return profile.ok ? profile.value.baseUrl : '';
}

/**
 * Sends requests only to the service that the upload started with, because rows were chosen, compared, and
 * settled for that one. A connection may get another address at any time; then nothing is sent.
 *
 * @param confirmed the user confirmed sending to this address, which production requires
 */
export function askingOnly(address: string, readings: Asked, confirmed?: 'earlier'): Asked {
  return {
    readMany: (id, keys, options, source) =>
      readings.readMany(id, keys, { ...options, onlyAt: address }, source),
    sendBatch: (id, atoms, options) =>
      readings.sendBatch(id, atoms, { ...options, onlyAt: address, confirmed }),
  };
}
