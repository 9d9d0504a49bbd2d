import { fail } from '#shared/domain/result.ts';
import type { Readings } from '../readings/readings.ts';
import type { ActiveRequests } from './activeRequests.ts';
import type { IpcHandlers } from './register.ts';

export function createAtomHandlers(readings: Readings, requests: ActiveRequests): IpcHandlers<'atoms'> {
  return {
    'atoms:read': ({ connectionId, requestId, key }) =>
      requests.run(requestId, (options) => readings.read(connectionId, key, options)),
    'atoms:readMany': ({ connectionId, requestId, keys, askedBy = 'user' }) =>
      requests.run(requestId, (options) => readings.readMany(connectionId, keys, { ...options, askedBy })),
    'atoms:recall': ({ connectionId, requestId, query, limit, askedBy = 'user' }) =>
      requests.run(requestId, (options) =>
        readings.recall(connectionId, query, limit, { ...options, askedBy }),
      ),
    'atoms:storeMany': async () => fail({ code: 'internal', message: 'Not built yet.', requestId: null }),
    'atoms:store': ({ connectionId, requestId, key, value }) =>
      requests.run(requestId, (options) => readings.store(connectionId, { key, value }, options)),
  };
}
