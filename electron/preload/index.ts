import { contextBridge, ipcRenderer } from 'electron';
import { ipcEvents } from '#shared/ipc/events.ts';

/**
 * The names of all operations of the IPC contract, inserted by the build, because importing the contract
 * itself would include zod.
 */
declare const ipcOperationNames: readonly string[];

// This implements AtomExplorerApi: the main process parses the inputs and shapes the results.
const api: Record<string, unknown> = {};
for (const operation of ipcOperationNames) {
  api[operation] = (input?: unknown): Promise<unknown> => ipcRenderer.invoke(operation, input);
}
for (const event of Object.keys(ipcEvents)) {
  api[`on${event.charAt(0).toUpperCase()}${event.slice(1)}`] = (
    listener: (payload: unknown) => void,
  ): (() => void) => {
    // The IpcRendererEvent stays here, because passing it on would give the window a way back to ipcRenderer.
    const forward = (_event: unknown, payload: unknown): void => listener(payload);
    ipcRenderer.on(event, forward);
    return () => {
      ipcRenderer.removeListener(event, forward);
    };
  };
}

contextBridge.exposeInMainWorld('atomExplorer', api);
