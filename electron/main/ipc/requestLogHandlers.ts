import { succeed } from '#shared/domain/result.ts';
import type { requestLogOperations } from '#shared/ipc/requestLogOperations.ts';
import type { UserFiles } from '../../../engine/storage/userFiles/userFiles.ts';
import { harOf } from '../../../engine/client/requests/har.ts';
import type { RequestLog } from '../../../engine/client/requests/requestLog.ts';
import type { IpcHandlers } from './register.ts';
import type { requestOperations } from '#shared/ipc/connectionOperations.ts';
import type { ActiveRequests } from './activeRequests.ts';

export function createRequestLogHandlers(effects: {
  readonly requestLog: RequestLog;
  readonly requests: Pick<ActiveRequests, 'cancel'>;
  readonly files: Pick<UserFiles, 'save'>;
  readonly appVersion: string;
}): IpcHandlers<typeof requestLogOperations & typeof requestOperations> {
  const { requestLog, files, appVersion } = effects;
  return {
    cancelRequest: async ({ requestId }) => {
      effects.requests.cancel(requestId);
      return succeed(null);
    },
    requestSummary: async ({ connectionId }) => succeed(requestLog.summary(connectionId)),
    loggedRequests: async ({ query, window }) => succeed(requestLog.rows(query, window)),
    locateLoggedRequest: async ({ query, id }) => succeed(requestLog.locate(query, id)),
    loggedRequest: async ({ id }) => succeed(requestLog.details(id)),
    findLoggedRequest: async ({ requestId }) => succeed(requestLog.ofCall(requestId)),
    recordRequestBodies: async ({ isOn }) => {
      requestLog.recordBodies(isOn);
      return succeed(null);
    },
    clearRequests: async ({ connectionId }) => {
      requestLog.clear(connectionId);
      return succeed(null);
    },
    exportRequests: async (asked) => {
      const one = asked.kind === 'request' ? requestLog.details(asked.id) : null;
      const requests = asked.kind === 'query' ? requestLog.all(asked.query) : one === null ? [] : [one];
      return files.save('requests.har', harOf(requests, appVersion));
    },
  };
}
