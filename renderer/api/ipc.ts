import type { Result } from '#shared/domain/result.ts';
import type { AtomExplorerApi, IpcArguments, IpcOutput, OperationName } from '#shared/ipc/contract.ts';
import { AppFailure, unwrap } from './unwrap.ts';

declare global {
  interface Window {
    /** Set by the preload; the window's only connection to the rest of the app. */
    readonly atomExplorer: AtomExplorerApi;
  }
}

type Calls = {
  readonly [O in OperationName]: (...input: IpcArguments<O>) => Promise<IpcOutput<O>>;
};

/**
 * The operations of the main process. Each call resolves to the operation's output.
 *
 * @throws AppFailure as `unwrap`
 */
export const ipc = new Proxy({} as Calls, {
  get:
    (_target, operation: OperationName) =>
    (...input: readonly unknown[]): Promise<unknown> => {
      const calls = window.atomExplorer as unknown as Record<
        OperationName,
        (...input: readonly unknown[]) => Promise<Result<unknown>>
      >;
      return unwrap(calls[operation](...input));
    },
});

/**
 * Calls the service with a new request id, and cancels that request when the signal aborts. The main process
 * decides how the call ends: with code `cancelled`, or with the result if that arrived first.
 *
 * @throws AppFailure as `unwrap`; with code `cancelled`, without calling, if the signal is aborted already.
 */
export async function callService<T>(
  signal: AbortSignal | undefined,
  call: (requestId: string) => Promise<T>,
): Promise<T> {
  const requestId = crypto.randomUUID();
  if (signal?.aborted === true) {
    throw new AppFailure({ code: 'cancelled', message: 'The request was canceled.', requestId });
  }
  // A cancel that fails changes nothing for the user: the call still ends by itself or by its timeout.
  const cancel = (): void => void ipc.cancelRequest({ requestId }).catch(() => undefined);
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await call(requestId);
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}
