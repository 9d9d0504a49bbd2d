import { refuseInput, type Result } from '#shared/domain/result.ts';
import type { CallOptions } from '../../../engine/client/gateway.ts';

/** The window's pending requests, so that it can cancel them. */
export interface ActiveRequests {
  /** Runs the work, and forgets the request when it ends in any way. */
  readonly run: <T>(
    requestId: string,
    work: (options: CallOptions) => Promise<Result<T>>,
  ) => Promise<Result<T>>;
  /** Does nothing if the request has ended. */
  readonly cancel: (requestId: string) => void;
  readonly cancelAll: () => void;
}

export function createActiveRequests(): ActiveRequests {
  const controllers = new Map<string, AbortController>();
  return {
    run: async (requestId, work) => {
      if (controllers.has(requestId)) {
        return refuseInput('requestId', 'A request with this ID is already running.', requestId);
      }
      const controller = new AbortController();
      controllers.set(requestId, controller);
      try {
        return await work({ requestId, signal: controller.signal });
      } finally {
        controllers.delete(requestId);
      }
    },
    cancel: (requestId) => controllers.get(requestId)?.abort(),
    cancelAll: () => {
      for (const controller of controllers.values()) controller.abort();
    },
  };
}
