import type { AtomExplorerApi } from '#shared/ipc/contract.ts';
import type { IpcEvent, IpcEventName } from '#shared/ipc/events.ts';

/** Calls `listener` for each event of the main process. Returns the function that ends the subscription. */
export function onEvent<E extends IpcEventName>(
  event: E,
  listener: (event: IpcEvent<E>) => void,
): () => void {
  const name = `on${event.charAt(0).toUpperCase()}${event.slice(1)}` as keyof AtomExplorerApi;
  const subscribe = window.atomExplorer[name] as (listen: (event: IpcEvent<E>) => void) => () => void;
  return subscribe(listener);
}
