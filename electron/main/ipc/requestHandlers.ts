import { succeed } from '#shared/domain/result.ts';
import type { requestOperations } from '#shared/ipc/connectionOperations.ts';
import type { ActiveRequests } from './activeRequests.ts';
import type { IpcHandlers } from './register.ts';

export function createRequestHandlers(requests: ActiveRequests): IpcHandlers<typeof requestOperations> {
  return {
    cancelRequest: async ({ requestId }) => {
      requests.cancel(requestId);
      return succeed(null);
    },
  };
}
