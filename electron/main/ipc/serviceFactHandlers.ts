import { succeed } from '#shared/domain/result.ts';
import type { serviceFactOperations } from '#shared/ipc/serviceFactOperations.ts';
import type { Connections } from '../connections/connections.ts';
import type { ServiceFactBooks } from '../serviceFacts/serviceFacts.ts';
import type { IpcHandlers } from './register.ts';

export function createServiceFactHandlers(
  serviceFacts: Pick<ServiceFactBooks, 'of'>,
  /** An unknown connection id would create a folder. */
  connections: Pick<Connections, 'profile'>,
): IpcHandlers<typeof serviceFactOperations> {
  return {
    readServiceFacts: async ({ connectionId }) => {
      const profile = connections.profile(connectionId);
      return profile.ok ? succeed(await serviceFacts.of(connectionId)) : profile;
    },
  };
}
