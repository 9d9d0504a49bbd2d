import type { atomOperations } from '#shared/ipc/atomOperations.ts';
import type { Readings } from '../../../engine/reading/readings.ts';
import type { Writes } from '../../../engine/writing/writes.ts';
import type { ActiveRequests } from './activeRequests.ts';
import type { IpcHandlers } from './register.ts';

export function createAtomHandlers(
  readings: Readings,
  writes: Writes,
  requests: ActiveRequests,
): IpcHandlers<typeof atomOperations> {
  return {
    readAtom: ({ connectionId, requestId, key }) =>
      requests.run(requestId, (options) => readings.read(connectionId, key, options)),
    readAtoms: ({ connectionId, requestId, keys, askedBy = 'user' }) =>
      requests.run(requestId, (options) => readings.readMany(connectionId, keys, { ...options, askedBy })),
    recall: ({ connectionId, requestId, query, limit, askedBy = 'user' }) =>
      requests.run(requestId, (options) =>
        readings.recall(connectionId, query, limit, { ...options, askedBy }),
      ),
    storeAtom: ({ connectionId, requestId, ...atom }) =>
      requests.run(requestId, (options) => writes.store(connectionId, atom, options)),
    storeAtoms: ({ connectionId, requestId, ...batch }) =>
      requests.run(requestId, (options) => writes.storeMany(connectionId, batch, options)),
  };
}
