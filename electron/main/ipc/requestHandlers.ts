import { succeed } from '#shared/domain/result.ts';
import type { ActiveRequests } from './activeRequests.ts';
import type { IpcHandlers } from './register.ts';

export function createRequestHandlers(requests: ActiveRequests): IpcHandlers<'requests'> {
  return {
    'requests:cancel': async ({ requestId }) => {
      requests.cancel(requestId);
      return succeed(null);
    },
  };
}
