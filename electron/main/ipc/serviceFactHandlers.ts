import { succeed } from '#shared/domain/result.ts';
import type { serviceFactOperations } from '#shared/ipc/serviceFactOperations.ts';
import type { ServiceFactBooks } from '../serviceFacts/serviceFacts.ts';
import type { IpcHandlers } from './register.ts';

export function createServiceFactHandlers(
  serviceFacts: Pick<ServiceFactBooks, 'of'>,
): IpcHandlers<typeof serviceFactOperations> {
  return {
    readServiceFacts: async ({ connectionId }) => succeed(await serviceFacts.of(connectionId)),
  };
}
