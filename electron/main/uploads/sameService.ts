import type { AppError } from '#shared/domain/appError.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { fail } from '#shared/domain/result.ts';
import type { Connections } from '../connections/connections.ts';
import type { Readings } from '../readings/readings.ts';

type Profiles = Pick<Connections, 'profile'>;
type Asked = Pick<Readings, 'readMany' | 'sendBatch'>;

/** Where the service of a connection is; `''` for the demo, whose address is another at each start. */
export function addressOf(connections: Profiles, id: ConnectionId): string {
  const profile = connections.profile(id);
  return profile.ok ? profile.value.baseUrl : '';
}

/**
 * Asks the service that an upload began with, and no other: rows were chosen, compared and settled for that one. A connection
 * may be given another address at any time; then nothing leaves.
 */
export function askingOnly(address: string, readings: Asked, connections: Profiles): Asked {
  const moved = (id: ConnectionId, requestId: string): AppError | null => {
    const now = connections.profile(id);
    // A connection that is gone is told of by whoever asks for it.
    if (!now.ok || now.value.baseUrl === address) return null;
    return {
      code: 'address_changed',
      address,
      message: `This connection had the address ${address} when the work began, and has ${now.value.baseUrl} now.`,
      requestId,
    };
  };
  return {
    readMany: async (id, keys, options, source) => {
      const error = moved(id, options.requestId);
      return error === null ? readings.readMany(id, keys, options, source) : fail(error);
    },
    sendBatch: async (id, atoms, options) => {
      const error = moved(id, options.requestId);
      return error === null
        ? readings.sendBatch(id, atoms, options)
        : { ok: false, error, mayHaveBeenDone: false };
    },
  };
}
